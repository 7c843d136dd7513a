import AttachmentDomain
import AttachmentStore
import AttachmentURL

/// A remembered failure in a list, times in Unix seconds. Members without a value are left out.
struct FailedEntry: ListEntry {
    var url: String
    let code: Code
    let message: String
    let status: Int?
    /// How many times in a row it failed.
    let attempts: Int
    let failedAt: Int64
    /// Until then nothing is asked.
    let retryAt: Int64
    /// How much of a body was read at most, where that was too little.
    let limitBytes: Int64?

    init(_ failure: StoredFailure) {
        url = failure.url
        code = failure.code
        message = failure.message
        status = failure.status
        attempts = failure.attempts
        failedAt = failure.failedAt
        retryAt = failure.retryAt
        limitBytes = failure.limitBytes
    }

    private enum CodingKeys: CodingKey {
        case url, code, message, status, attempts, failedAt, retryAt, limitBytes
    }

    var redacted: FailedEntry {
        var entry = self
        entry.url = RequestURL.redact(url)
        return entry
    }

    func line(now: Int64, style: TextStyle) -> String {
        let again = retryAt > now ? "asked again in \((retryAt - now).grouped) s" : "asked again at its next use"
        return """
            \(url.visible)
                        \(style.bad(code.rawValue)), \(attempts.grouped) in a row, \(again)
                        \(message.visible)
            """
    }
}

/// An origin that asked to be left alone, among the failures.
struct PausedEntry: ListEntry {
    let origin: String
    let code = Code.rateLimited
    let message: String
    /// Unix seconds; until then it is not asked.
    let retryAt: Int64

    init(_ listed: ListedPause) {
        origin = listed.origin
        message = listed.pause.message
        retryAt = listed.pause.until
    }

    private enum CodingKeys: CodingKey {
        case origin, code, message, retryAt
    }

    var redacted: PausedEntry { self }

    func line(now: Int64, style: TextStyle) -> String {
        """
        \(origin.visible)
                    \(style.bad(code.rawValue)), the whole origin, asked again in \(max(0, retryAt - now).grouped) s
                    \(message.visible)
        """
    }
}
