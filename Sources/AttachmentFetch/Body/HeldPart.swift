import AttachmentDomain
import AttachmentURL

/// A body that was interrupted, while its transfer tries again, and what proves that a later answer continues it.
struct HeldPart {
    let url: RequestURL
    let headers: HTTPHeaders
    let validator: RangeValidator
    /// The length of the whole, where it is known.
    let total: Int64?
    let collector: BodyCollector

    /// Nil where nothing proves that an answer to a later request would be of the same bytes, and for what is no media:
    /// the body of an error.
    init?(_ collector: BodyCollector, of head: ResponseHead, from url: RequestURL) {
        guard collector.count > 0, head.isSuccess, head.codings == .known([]),
            let validator = RangeValidator(head.headers)
        else { return nil }
        self.url = url
        self.headers = head.headers
        self.validator = validator
        self.collector = collector
        total = head.contentLength
    }

    /// One that an earlier transfer left.
    init?(_ part: PartialBody, _ collector: BodyCollector) {
        guard part.bytes > 0, let validator = RangeValidator(part.headers) else { return nil }
        url = part.url
        headers = part.headers
        total = part.total
        self.validator = validator
        self.collector = collector
    }

    /// Where the rest begins.
    var count: Int64 { collector.count }

    /// The header lines that ask for the rest, unless the bytes have changed meanwhile (RFC 9110 13.1.5, 14.2).
    var requestLines: [String] { ["Range: bytes=\(count)-", "If-Range: \(validator.field)"] }

    /// Why the answer to that request does not continue the part; nil where it does.
    func mismatch(_ head: ResponseHead) -> String? {
        guard let range = ContentRange(head.headers.first("content-range")) else {
            return "its Content-Range is missing, or no range of bytes"
        }
        guard range.bytes.lowerBound == count else {
            return "it begins at byte \(grouped(range.bytes.lowerBound)) in the place of \(grouped(count))"
        }
        guard let whole = range.total ?? total else { return "its Content-Range does not tell the length of the whole" }
        guard whole == total ?? whole, range.bytes.upperBound < whole else {
            return "the whole has \(grouped(whole)) bytes, not \(grouped(total ?? 0)) as before"
        }
        guard head.codings == .known([]) else { return "it has a content coding" }
        guard head.contentLength ?? range.count == range.count else {
            return "its Content-Length is not that of its Content-Range"
        }
        return validator.matches(head.headers) ? nil : "it is of other bytes, as its ETag or Last-Modified tells"
    }

    /// The part as it goes to whoever keeps it.
    func released() -> PartialBody {
        let bytes = collector.count
        return PartialBody(url: url, headers: headers, total: total, bytes: bytes, content: collector.interrupted())
    }
}

extension FetchFault.Kind {
    /// Whether what came before the fault may still become the whole.
    ///
    /// - Parameter isInBody: whether the fault came in the middle of a body. One that breaks the rules of HTTP there casts
    ///   doubt on the bytes before it too.
    func leavesPart(inBody isInBody: Bool) -> Bool {
        switch self {
        case .truncated, .stalled, .deadlineExceeded, .shareExceeded, .cancelled, .connectFailed, .proxyFailed,
            .dnsFailed, .tlsFailed, .rateLimited, .noAnswer:
            true
        case .protocolError: !isInBody
        case .httpStatus(let status): status >= 500 || status == 408 || status == 425
        default: false
        }
    }
}
