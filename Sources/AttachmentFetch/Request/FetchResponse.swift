public import AttachmentDomain
public import AttachmentURL

/// A complete answer: a whole body, 304 to a conditional request, or a redirect to what the cache answers for.
public struct FetchResponse: Sendable {
    /// What came of the transfer, and so what the other members mean.
    public var outcome: Outcome
    /// The URL that answered, after redirects; where the cache stopped, the one that it answers for.
    public var finalURL: RequestURL
    /// The redirects that were followed, in order.
    public var hops: [FetchedHop]
    /// Of the last response.
    public var status: Int
    /// The fields of the last response; of a body that was put together of parts, those of all of them.
    public var headers: HTTPHeaders
    /// Whole, or `none` where the outcome is not `whole`.
    public var body: FetchedBody
    /// Unix seconds when the last hop began, shortly before its request was sent.
    public var requestedAt: Int64
    /// Unix seconds when the head of the last response was complete.
    public var receivedAt: Int64
    /// Where the time went, in milliseconds; the connection's are those of the last hop.
    public var timing: Timing
    /// How many requests were sent, redirects not counted.
    public var attempts: Int
    /// Counts the body as waiting for its consumer for as long as the response lives.
    var hold: BodyHold?

    /// How many redirects were followed.
    public var redirects: Int { hops.count }

    /// The fault that a response of another status than 2xx is to whoever wants media; nil for 2xx.
    public var refusal: FetchFault? {
        guard !(200..<300).contains(status) else { return nil }
        var fault = FetchFault(.status(status, headers, now: receivedAt), url: finalURL.redacted)
        fault.attempts = attempts
        fault.timing = timing
        fault.hops = hops
        fault.response = FetchFault.Response(
            url: finalURL, status: status, headers: headers, requestedAt: requestedAt, receivedAt: receivedAt)
        return fault
    }

    /// What came of a transfer that went well.
    public enum Outcome: Hashable, Sendable {
        /// The response of ``FetchResponse/finalURL`` with its whole body: status 2xx, or any where every status is taken.
        case whole
        /// The origin of ``FetchResponse/finalURL`` answered 304 to the validators that it was sent (RFC 9110 15.4.5).
        case notModified
        /// ``FetchRequest/mayBegin`` said no, and nothing was asked: there are no status and no fields. Or
        /// ``FetchRequest/consult`` said that the cache answers for ``FetchResponse/finalURL``, which was not asked. Status,
        /// fields and times are those of the redirect that leads there.
        case stopped
    }
}

/// The bytes of a body, after content decoding.
public enum FetchedBody: Sendable {
    case none
    /// Small enough for memory.
    case memory([UInt8])
    /// On disk, hashed while it came; without a digest where a part of it came with an earlier transfer.
    case spooled(any BodySpool, digest: Digest?, bytes: Int64)

    /// The number of decoded bytes.
    public var count: Int64 {
        switch self {
        case .none: 0
        case .memory(let bytes): Int64(bytes.count)
        case .spooled(_, _, let bytes): bytes
        }
    }
}
