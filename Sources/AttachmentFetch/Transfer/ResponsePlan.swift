import AttachmentDomain

/// What to do with a response, decided by its head alone: status decides before bytes.
enum ResponsePlan: Equatable {
    /// The body is the media.
    case collect
    /// The answer to a conditional request: the stored bytes are still right.
    case notModified
    /// Go on at Location; the body is of no interest.
    case redirect
    /// Success without a body (204, 205).
    case nothing
    case fail(FetchFault.Kind)

    /// - Parameters:
    ///   - conditional: whether validators were sent.
    ///   - limit: the largest body that could be taken.
    ///   - now: Unix seconds, for Retry-After dates.
    init(_ head: ResponseHead, conditional: Bool, limit: Int64, now: Int64) {
        self =
            switch head.status {
            case 204, 205: .nothing
            case 206:
                Self.isWhole(head) ? Self.sized(head, limit) : .fail(.protocolError(why: "a part was sent unasked"))
            case 200..<300: Self.sized(head, limit)
            case 301, 302, 303, 307, 308: .redirect
            case 304 where conditional: .notModified
            case 429: .fail(.rateLimited(status: 429, retryAfter: Self.retryAfter(head, now)))
            case 503 where head.headers["retry-after"] != nil:
                .fail(.rateLimited(status: 503, retryAfter: Self.retryAfter(head, now)))
            default: .fail(.httpStatus(head.status))
            }
    }

    private static func sized(_ head: ResponseHead, _ limit: Int64) -> ResponsePlan {
        if case .unknown(let name) = head.codings { return .fail(.codingUnknown(name)) }
        guard let length = head.decodedLength, length > limit else { return .collect }
        return .fail(.tooLarge(limit: limit, announced: length, mediaType: nil, kind: .unknown))
    }

    /// Whether Content-Range covers the whole representation (RFC 9110 14.4): `bytes 0-99/100`.
    private static func isWhole(_ head: ResponseHead) -> Bool {
        guard let range = head.headers.first("content-range"), range.hasPrefix("bytes ") else { return false }
        let numbers = range.dropFirst(6).split { $0 == "-" || $0 == "/" }.map { Int64($0) }
        guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let size = numbers[2] else {
            return false
        }
        return first == 0 && last >= 0 && size == last + 1
    }

    private static func retryAfter(_ head: ResponseHead, _ now: Int64) -> Int64? {
        RetryAfter.seconds(head.headers.first("retry-after"), now: now)
    }
}
