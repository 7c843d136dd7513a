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

    /// Tells the dialect of a payload and finds its media and words.
    public func read(_ source: JSONValue) -> ReadPayload {
        read(source, from: Place(root: source))
    }

    func read(_ source: JSONValue, from root: Place) -> ReadPayload {
        let finder = PlaceFinder(root, table: table, limits: limits)
        let dialect = table.dialect(of: finder)
        var payload = ReadPayload(provider: dialect.provider, shape: shape(of: dialect, finder), source: source)
        readFields(of: dialect, finder, into: &payload)
        readMedia(of: dialect, finder, into: &payload)
        if dialect.form == .storedPush { readInner(finder, into: &payload) }
        return payload
    }

    private func shape(of dialect: Dialect, _ finder: PlaceFinder) -> PayloadShape {
        switch dialect.form {
        case .device: Marker.aps.fits(finder) ? .apnsDevice : .fcmDevice
        case .request: .serverRequest
        case .web: .web
        case .storedPush: .storedPush
        }
    }

    private func readFields(of dialect: Dialect, _ finder: PlaceFinder, into payload: inout ReadPayload) {
        for (field, paths) in dialect.fields.named {
            for place in paths.lazy.compactMap(finder.find) {
                guard place.value.kind == .string || place.value.kind == .number else { continue }
                payload.fields[field] = place.field
                payload.words[field] = place.value
                break
            }
        }
        if let path = dialect.customData {
            let value = finder.find(path)?.value
            payload.customData = value.map { $0.string ?? ($0.isNull ? "" : $0.sourceText) } ?? ""
        }
    }

    private func readMedia(of dialect: Dialect, _ finder: PlaceFinder, into payload: inout ReadPayload) {
        var reading = SlotReading(finder: finder, dialect: dialect, payload: payload)
        for group in dialect.slots { reading.read(group) }
        for path in userPaths { reading.readUserSlot(MediaSlot(path)) }
        payload = reading.payload
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
