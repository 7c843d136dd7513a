/// One type of media file that is recognised: its names in MIME, in Apple's type system, and as a file extension.
public struct MediaType: Codable, Hashable, Sendable {
    /// The MIME type in lower case, without parameters, for example `image/jpeg`.
    public var mime: String
    /// Other MIME types that mean the same, in lower case.
    public var aliases: [String]
    /// Apple's Uniform Type Identifier, for example `public.jpeg`.
    public var uti: String
    /// The extension of a file of this type, without the dot; iOS decides by it alone.
    public var fileExtension: String
    /// Whether it is seen, watched or heard.
    public var kind: MediaKind

    public init(mime: String, aliases: [String] = [], uti: String, fileExtension: String, kind: MediaKind) {
        self.mime = mime
        self.aliases = aliases
        self.uti = uti
        self.fileExtension = fileExtension
        self.kind = kind
    }

    private enum CodingKeys: String, CodingKey {
        case mime
        case aliases
        case uti
        case fileExtension = "extension"
        case kind
    }
}

/// The types that are recognised, found by any of their MIME names.
public struct MediaTypeTable: Hashable, Sendable {
    /// The types in the order of the policy.
    public let types: [MediaType]
    private let positions: [String: Int]

    /// Where two types claim the same MIME name the first one has it.
    public init(_ types: [MediaType]) {
        self.types = types
        var positions: [String: Int] = [:]
        for (position, type) in types.enumerated() {
            for name in [type.mime] + type.aliases where positions[name] == nil {
                positions[name] = position
            }
        }
        self.positions = positions
    }

    /// The type of that MIME name or alias; parameters (`; charset=…`) and upper case are taken off first.
    public func type(named mime: String) -> MediaType? {
        // Most names come in their plain form already.
        (positions[mime] ?? positions[Self.essence(of: mime)]).map { types[$0] }
    }

    /// A Content-Type's type and subtype in lower case, without parameters or surrounding blanks (RFC 9110 8.3.1).
    public static func essence(of contentType: String) -> String {
        let end = contentType.utf8.firstIndex(of: UInt8(ascii: ";")) ?? contentType.endIndex
        return contentType[..<end].trimmingOWS().lowercased()
    }
}
