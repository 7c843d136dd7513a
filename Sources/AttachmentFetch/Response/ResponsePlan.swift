import AttachmentDomain

/// What to do with a response, decided by its head alone: status decides before bytes.
enum ResponsePlan: Equatable {
    /// The body is the media, or whatever a response holds where every status is taken.
    case collect
    /// The body is the rest of the part that is there; so many bytes long.
    case append(ContentRange)
    /// The answer to a conditional request: the stored bytes are still right.
    case notModified
    /// Go on at Location; the body is of no interest.
    case redirect
    /// Success without a body (204, 205, and 304 where every status is taken).
    case nothing
    case fail(FetchFault.Kind)

    /// What was asked for.
    struct Question {
        /// Whether validators of a stored response were sent.
        var isConditional = false
        /// The part whose rest was asked for.
        var part: HeldPart?
        /// Whether a proxy may have answered.
        var hasProxy = false
        /// Whether the body of any final response is wanted.
        var takesEveryStatus = false
        /// The largest body that could be taken, in bytes.
        var limit: Int64
        /// Unix seconds, for Retry-After dates.
        var now: Int64
    }

    init(_ head: ResponseHead, to question: Question) {
        self =
            switch head.status {
            case 204, 205: .nothing
            case 200..<300 where head.framingFault != nil: .fail(.protocolError(why: head.framingFault ?? ""))
            case 206: Self.partial(head, question)
            case 200..<300: Self.sized(head, question.limit)
            case _ where Self.isFollowed(head, question): .redirect
            case 304 where question.isConditional: .notModified
            case 407 where question.hasProxy:
                .fail(.proxyFailed(why: "it answered with status 407, proxy authentication required", mayPass: false))
            case 416 where question.part != nil:
                .fail(.restUnusable(why: "it answered with status 416, range not satisfiable"))
            case 300... where question.takesEveryStatus: Self.shown(head, question.limit)
            default: .fail(.status(head.status, head.headers, now: question.now))
            }
    }

    /// Whether it is a redirect to follow (RFC 9110 15.4). One that leads nowhere is a final response where all of those are
    /// wanted, else a fault.
    private static func isFollowed(_ head: ResponseHead, _ question: Question) -> Bool {
        [301, 302, 303, 307, 308].contains(head.status) && (head.hasLocation || !question.takesEveryStatus)
    }

    /// A response outside 2xx whose body is wanted; 304 has none (RFC 9110 15.4.5).
    private static func shown(_ head: ResponseHead, _ limit: Int64) -> ResponsePlan {
        guard head.status != 304 else { return .nothing }
        if let why = head.framingFault { return .fail(.protocolError(why: why)) }
        return sized(head, limit)
    }

    private static func sized(_ head: ResponseHead, _ limit: Int64) -> ResponsePlan {
        if case .unknown(let name) = head.codings { return .fail(.codingUnknown(name)) }
        guard let length = head.decodedLength, length > limit else { return .collect }
        return .fail(.tooLarge(limit: limit, announced: length, mediaType: nil, kind: .unknown))
    }

    /// A part that nobody asked for counts where it is the whole (RFC 9110 15.3.7); one that was asked for, where it fits.
    private static func partial(_ head: ResponseHead, _ question: Question) -> ResponsePlan {
        let range = ContentRange(head.headers.first("content-range"))
        guard let part = question.part else {
            guard let range, range.isWhole, head.codings == .known([]) else {
                return .fail(.protocolError(why: "a part was sent unasked"))
            }
            return range.count > question.limit ? tooLarge(range.count, question.limit) : .collect
        }
        if let why = part.mismatch(head) { return .fail(.restUnusable(why: why)) }
        guard let range else { return .fail(.restUnusable(why: "it has no Content-Range")) }
        let whole = range.total ?? part.total ?? 0
        return whole > question.limit ? tooLarge(whole, question.limit) : .append(range)
    }

    private static func tooLarge(_ length: Int64, _ limit: Int64) -> ResponsePlan {
        .fail(.tooLarge(limit: limit, announced: length, mediaType: nil, kind: .unknown))
    }
}
