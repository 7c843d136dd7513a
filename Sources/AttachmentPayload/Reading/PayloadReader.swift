public import AttachmentDomain
public import AttachmentJSON

/// Reads payloads by a table of dialects.
///
/// Total: any JSON value has an answer, and nothing in it is an error. Time and memory grow in proportion to the text.
public struct PayloadReader: Sendable {
    /// How much JSON is taken, in payloads and in JSON texts inside of them.
    public let limits: JSONLimits
    let table: DialectTable
    let userPaths: [PayloadPath]

    /// A reader that keeps to the limits of a policy and looks for media at its `mediaPointers` too.
    ///
    /// Throws for a media pointer that is no JSON pointer.
    public init(policy: PayloadPolicy = PayloadPolicy(), table: DialectTable = .builtIn) throws(PayloadError) {
        limits = JSONLimits(maxBytes: policy.maxBytes, maxDepth: policy.maxDepth)
        self.table = table
        var paths: [PayloadPath] = []
        for text in policy.mediaPointers {
            guard let pointer = JSONPointer(text) else { throw .notAPointer(text) }
            paths.append(PayloadPath(pointer: pointer))
        }
        userPaths = paths
    }

    /// Tells the dialect of a payload and finds its words and media.
    public func read(_ source: JSONValue) -> ReadPayload {
        let finder = PlaceFinder(Place(root: source), table: table, limits: limits)
        let outline = outline(finder)
        var payload = ReadPayload(outline)
        forEachSlot(of: outline, finder) { payload.add($0) }
        if payload.media.isEmpty { payload.elsewhere = mediaElsewhere(in: outline) }
        return payload
    }

    /// Tells the dialect of a payload and finds its words alone.
    public func outline(_ source: JSONValue) -> PayloadOutline {
        outline(PlaceFinder(Place(root: source), table: table, limits: limits))
    }

    func outline(_ finder: PlaceFinder) -> PayloadOutline {
        let dialect = table.dialect(of: finder)
        var outline = PayloadOutline(dialect, shape: shape(of: dialect, finder), root: finder.root)
        findWords(finder, for: &outline)
        return outline
    }

    private func shape(of dialect: Dialect, _ finder: PlaceFinder) -> PayloadShape {
        switch dialect.form {
        case .device: Marker.aps.fits(finder) ? .apnsDevice : .fcmDevice
        case .request: .serverRequest
        case .web: .web
        case .storedPush: .storedPush
        }
    }

    private func findWords(_ finder: PlaceFinder, for outline: inout PayloadOutline) {
        for (field, paths) in outline.dialect.fields.named {
            let places = paths.lazy.compactMap(finder.find).filter {
                $0.value.kind == .string || $0.value.kind == .number
            }
            guard let place = places.first(where: { !$0.value.isString("") }) ?? places.first else { continue }
            outline.fields[field] = place.field
            outline.words[field] = place.value
        }
        outline.customData = outline.dialect.customData.flatMap(finder.find)?.value
    }
}

/// Why payloads cannot be read at all.
@nonexhaustive
public enum PayloadError: ExplainedError, Hashable {
    /// An entry of `payload.mediaPointers` is no JSON pointer.
    case notAPointer(String)

    public var code: Code { .policyInvalid }

    public var explanation: String {
        switch self {
        case .notAPointer(let text): "payload.mediaPointers: \"\(text)\" is no JSON pointer (RFC 6901)"
        }
    }

    public var remedy: String { "begin it with a slash, as in /data/hero/*/url" }
}
