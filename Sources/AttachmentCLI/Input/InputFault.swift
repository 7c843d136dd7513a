import AttachmentDomain

/// Why the bytes of an input could not be had.
enum InputFault: Error, Hashable {
    /// It cannot be opened or read; `reason` is the system's word for it.
    case unreadable(name: String, reason: String)
    /// It was not at its end by the deadline; so many bytes had come.
    case incomplete(name: String, bytes: Int)
    /// It is larger than `payload.maxBytes`.
    case tooLarge(name: String, limit: Int)
    /// A signal came first.
    case interrupted(name: String)
}

extension InputFault: ExplainedError {
    var code: Code {
        switch self {
        case .unreadable: .inputNotFound
        case .incomplete, .interrupted: .inputIncomplete
        case .tooLarge: .payloadTooLarge
        }
    }

    var explanation: String {
        switch self {
        case .unreadable(let name, let reason): "\(name): \(reason)"
        case .incomplete(let name, let bytes):
            "\(name): the input was not complete by the deadline, after \(bytes.grouped) bytes"
        case .tooLarge(let name, let limit): "\(name): the input has more than \(limit.grouped) bytes"
        case .interrupted(let name): "\(name): stopped before the input was complete"
        }
    }
}
