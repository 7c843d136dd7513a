public import AttachmentDomain
internal import Glibc

/// Why bytes could not be looked at. That they are no media is no fault; ``Recognition`` says so.
public enum InspectionFault: ExplainedError, Hashable {
    /// libmagic could not be started, or its database not be read; in its own words.
    case magicUnavailable(String)
    /// The medium failed; the number is the system's.
    case unreadable(errno: Int32)

    public var code: Code { .cacheUnavailable }

    public var explanation: String {
        switch self {
        case .magicUnavailable(let reason): "libmagic cannot be used: \(reason)"
        case .unreadable(let number): "the bytes cannot be read: \(String(cString: strerror(number)))"
        }
    }

    public var remedy: String {
        switch self {
        case .magicUnavailable: "install libmagic1 and libmagic-mgc, or correct the MAGIC environment variable"
        case .unreadable: code.facts.remedy
        }
    }
}
