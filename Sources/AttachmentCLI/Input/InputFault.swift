import AttachmentDomain
import AttachmentURL
import Glibc

/// Why the bytes of an input could not be had.
enum InputFault: Error, Hashable {
    /// It cannot be opened or read; `reason` is the system's word for it.
    case unreadable(name: String, reason: String)
    /// It was not at its end by the deadline; so many bytes had come.
    case incomplete(name: String, bytes: Int)
    /// It is larger than `payload.maxBytes`.
    case tooLarge(name: String, limit: Int)
    /// The deadline came after so many of its payloads.
    case tooLong(name: String, payloads: Int)
    /// A signal came first.
    case interrupted(name: String)
}

extension InputFault: ExplainedError {
    var code: Code {
        switch self {
        case .unreadable: .inputNotFound
        case .incomplete, .tooLong, .interrupted: .inputIncomplete
        case .tooLarge: .payloadTooLarge
        }
    }

    var explanation: String {
        switch self {
        case .unreadable(let name, _) where Self.isURL(name): "\(Self.shown(name)) is a URL, not the name of a file"
        case .unreadable(let name, let reason): "\(name): \(reason)"
        case .incomplete(let name, let bytes):
            "\(name): the input was not complete by the deadline, after \(bytes.grouped) bytes"
        case .tooLarge(let name, let limit):
            "\(name): the input has more than \(limit.grouped) bytes (payload.maxBytes)"
        case .tooLong(let name, let payloads):
            "\(name): the deadline came after payload \(payloads.grouped); the others were not read"
        case .interrupted(let name): "\(name): stopped before the input was complete"
        }
    }

    var remedy: String {
        switch self {
        case .unreadable(let name, _) where Self.isURL(name): "write attachfetch get URL for its bytes"
        case .unreadable(_, let reason) where reason == Self.word(for: EACCES): "make it readable for this user"
        case .unreadable(_, let reason) where reason == Self.word(for: EISDIR): "name the files in it"
        case .tooLong: "raise --deadline, or split the input"
        case .interrupted: "run the same command again"
        default: code.facts.remedy
        }
    }

    /// Whether somebody gave a URL where files are read. Names are absolute by now, so that it stands behind a directory.
    private static func isURL(_ name: String) -> Bool {
        url(in: name) != nil
    }

    /// The URL without its secrets.
    private static func shown(_ name: String) -> String {
        RequestURL.redact(url(in: name) ?? name)
    }

    private static func url(in name: String) -> String? {
        ["http://", "https://"].compactMap { name.firstRange(of: $0) }.first.map { String(name[$0.lowerBound...]) }
    }

    /// The system's word for an error number.
    static func word(for number: Int32) -> String {
        String(cString: strerror(number))
    }
}
