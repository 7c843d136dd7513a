public import AttachmentDomain
public import AttachmentURL

/// Why a URL could not be had. Cases carry facts; the words are made of them.
public struct FetchFault: ExplainedError {
    public var kind: Kind
    /// How many requests were sent for it before giving up.
    public var attempts = 0
    /// Where the time went until then.
    public var timing = Timing()
    /// The URL that was last asked for, without query values.
    public var url: String
    /// The redirects that were followed since the last attempt began, in order; a last one may lead to what is refused.
    public var hops: [FetchedHop] = []
    /// The last response, where one came with a whole head.
    public var response: Response?

    /// What arrived of the body, where the rest can be asked for later. Its spool is given up with the last copy of it.
    public var part: PartialBody?

    /// What a response said before the fault.
    public struct Response: Hashable, Sendable {
        /// Who answered, after redirects.
        public var url: RequestURL
        /// The status code (RFC 9110 15).
        public var status: Int
        /// The fields of its head, in their order.
        public var headers: HTTPHeaders
        /// Unix seconds when the hop began, shortly before its request was sent.
        public var requestedAt: Int64
        /// Unix seconds when its head was complete.
        public var receivedAt: Int64
    }

    public enum Kind: Hashable, Sendable {
        /// The gate refused a URL or an address of it, before or during the connection.
        case refused(Finding)
        case dnsFailed(host: String, NameFailure)
        case connectFailed(why: String)
        /// The proxy of the policy could not be reached, or would not let the request through; `mayPass` where that may
        /// be otherwise soon.
        case proxyFailed(why: String, mayPass: Bool)
        case tlsFailed(TLSFailure)
        case httpStatus(Int)
        /// 429, or 503 with Retry-After (RFC 9110 10.2.3).
        case rateLimited(status: Int, RetryAfter?)
        case tooManyRedirects(limit: Int)
        case redirectWithoutLocation(status: Int)
        case redirectDowngrade
        /// A cut body: the bytes that are there, and the length of the whole where it was announced.
        case truncated(received: Int64, expected: Int64?, BodyCut)
        case protocolError(why: String)
        /// The connection ended before a byte of an answer came.
        case noAnswer(why: String)
        /// The rest that was asked for does not fit the part that is there, so the body has to be asked for from its
        /// beginning (RFC 9110 14.4).
        case restUnusable(why: String)
        /// The body has a content coding that was not asked for and cannot be undone.
        case codingUnknown(String)
        /// Slower than the policy's floor over its window.
        case stalled(received: Int64, floor: StallFloor)
        /// The deadline came while the transfer was in that phase.
        case deadlineExceeded(FetchPhase, received: Int64)
        /// The share of the time that one attachment may take was over.
        case shareExceeded(FetchPhase, received: Int64)
        /// The caller gave up, or the fetcher is shutting down.
        case cancelled
        /// More decoded bytes than the limit; `announced` is the origin's Content-Length where that alone was enough.
        case tooLarge(limit: Int64, announced: Int64?, mediaType: String?, kind: MediaKind)
        /// The head shows that the body is no media.
        case notMedia(Finding)
        /// The body could not be put on disk.
        case spool(Finding)
    }

    public init(_ kind: Kind, url: String) {
        self.kind = kind
        self.url = url
    }
}

extension FetchFault.Kind {
    /// What a final response outside 2xx is to whoever wants media.
    ///
    /// - Parameter now: Unix seconds, for a date in Retry-After.
    static func status(_ status: Int, _ headers: HTTPHeaders, now: Int64) -> Self {
        let wait = headers.first("retry-after")
        guard status == 429 || status == 503 && wait != nil else { return .httpStatus(status) }
        return .rateLimited(status: status, RetryAfter(wait, now: now))
    }
}

/// What a transfer was doing.
public enum FetchPhase: String, Hashable, Sendable {
    case queued = "waiting for a connection slot"
    case resolving = "resolving the host name"
    case connecting = "connecting"
    case handshake = "in the TLS handshake"
    case waiting = "waiting for the first byte of the response"
    case head = "reading the response head"
    case body = "reading the body"
    case pausing = "waiting before the next try"
    /// Waiting for the answer to ``FetchRequest/consult``.
    case consulting = "looking into the cache"
}

extension FetchFault {
    public var code: Code {
        switch kind {
        case .refused(let finding), .notMedia(let finding), .spool(let finding): finding.code
        case .dnsFailed: .dnsFailed
        case .connectFailed, .proxyFailed: .connectFailed
        case .tlsFailed: .tlsFailed
        case .httpStatus: .httpStatus
        case .rateLimited: .rateLimited
        case .tooManyRedirects: .tooManyRedirects
        case .redirectWithoutLocation, .protocolError, .noAnswer, .restUnusable, .codingUnknown: .protocolError
        case .redirectDowngrade: .redirectDowngrade
        case .truncated: .truncated
        case .stalled: .stalled
        case .deadlineExceeded, .shareExceeded: .deadlineExceeded
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge
        }
    }

    public var remedy: String {
        switch kind {
        case .refused(let finding), .notMedia(let finding), .spool(let finding): finding.remedy
        case .tlsFailed(let failure): failure.remedy
        case .dnsFailed(_, let failure): failure.remedy
        case .proxyFailed: "check the proxy of network.proxy: it must be up and let this request through"
        case .noAnswer: "check that the origin is up: it ends its connections without a word"
        case .codingUnknown: "serve the media as they are, without a content coding"
        case .redirectWithoutLocation: "give the redirect a Location, or the final URL in the payload"
        case .shareExceeded:
            "prewarm the URL before sending, serve a smaller file, or raise deadline.perAttachmentShare"
        default: code.facts.remedy
        }
    }

    public var explanation: String {
        switch kind {
        case .refused(let finding), .notMedia(let finding), .spool(let finding): finding.message
        case .dnsFailed(let host, let failure): "the name \(host) cannot be resolved: \(failure.explanation)"
        case .connectFailed(let why): "no connection to \(url): \(why)"
        case .proxyFailed(let why, _): "no way to \(url) through the proxy of network.proxy: \(why)"
        case .tlsFailed(let failure): "no TLS with \(url): \(failure.explanation)"
        case .httpStatus(let status): "\(url) answered with status \(status)"
        case .rateLimited(let status, let wait?):
            "\(url) answered with status \(status) and asks to wait \(grouped(wait.seconds)) s, "
                + "until \(HTTPDate.text(of: wait.instant))"
        case .rateLimited(let status, nil): "\(url) answered with status \(status)"
        case .tooManyRedirects(let limit): "more than \(limit) redirects, the last one to \(url)"
        case .redirectWithoutLocation(let status): "\(url) answered with status \(status) but no usable Location"
        case .redirectDowngrade: "an https URL redirects to cleartext \(url)"
        case .truncated(let received, let expected?, let cut):
            "\(url) ended after \(grouped(received)) of \(grouped(expected)) bytes: \(cut.explanation)"
        case .truncated(let received, nil, let cut):
            "\(url) ended before its end, after \(grouped(received)) bytes: \(cut.explanation)"
        case .protocolError(let why): "\(url) did not answer in valid HTTP: \(why)"
        case .noAnswer(let why): "\(url) gave no answer: \(why)"
        case .restUnusable(let why): "\(url) sent a rest that does not fit the part that came before: \(why)"
        case .codingUnknown(let name): "\(url) answered with the content coding \(name), which was not asked for"
        case .stalled(let received, let floor):
            "\(url) gave less than \(floor.explanation), after \(grouped(received)) bytes of its body"
        case .deadlineExceeded(let phase, let received):
            "the deadline came while \(phase.rawValue), after \(grouped(received)) bytes of \(url)\(keptPart)"
        case .shareExceeded(let phase, let received):
            "the share of one attachment (deadline.perAttachmentShare) was over while \(phase.rawValue), after "
                + "\(grouped(received)) bytes of \(url)\(keptPart)"
        case .cancelled: "the call ended before \(url) was complete\(keptPart)"
        case .tooLarge(let limit, let announced, let type, _):
            "\(type ?? "the body") of \(Self.size(announced, limit)) bytes exceeds \(grouped(limit))"
        }
    }

    /// What the next call can do with what came.
    private var keptPart: String {
        part.map { "; the next call goes on after the first \(grouped($0.bytes))" } ?? ""
    }

    private static func size(_ announced: Int64?, _ limit: Int64) -> String {
        announced.map { grouped($0) } ?? "more than \(grouped(limit))"
    }

    /// Whether asking again, with nothing changed on this side, can succeed.
    var retryHelps: Bool {
        switch kind {
        case .httpStatus(let status): [408, 425, 500, 502, 503, 504].contains(status)
        case .dnsFailed(_, let failure): failure.retryHelps
        case .proxyFailed(_, let mayPass): mayPass
        case .spool, .deadlineExceeded, .shareExceeded, .cancelled, .codingUnknown: false
        default: code.facts.retryHelps
        }
    }
}
