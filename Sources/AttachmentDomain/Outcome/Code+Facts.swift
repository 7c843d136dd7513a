/// What a code means for the one who has to act on it.
public struct CodeFacts: Hashable, Sendable {
    /// The state of an attachment that fails with it; nil for findings and for codes of the call itself.
    public let state: AttachmentState?
    /// Whether asking again, with nothing changed on this side, can succeed.
    public let retryHelps: Bool
    /// How long the failure is remembered for its URL.
    public let memory: FailureMemory
    /// The HTTP status that a service answers with when this code is the whole answer.
    public let httpStatus: Int
    /// What to do about it, as an imperative sentence without a full stop.
    public let remedy: String
}

/// How long a failure is remembered, by the policy's `caching.negative`.
public enum FailureMemory: Hashable, Sendable {
    /// Not at all: it depends on this call, not on the URL.
    case none
    /// `transientSeconds`, growing with each failure in a row.
    case transient
    /// `permanentSeconds`.
    case permanent
}

extension Code {
    /// The one table of codes.
    public var facts: CodeFacts {
        switch self {
        case .urlNull: .reference("give the member a URL, or leave it out")
        case .urlEmpty: .reference("give the member a URL, or leave it out")
        case .urlNotAString: .reference("give the URL as a JSON string")
        case .urlNoScheme: .reference("write the URL in full, beginning with https://")
        case .urlSchemeNotHTTP: .reference("serve the media over https and give that URL")
        case .urlNoHost: .reference("write the host name after https://")
        case .urlMalformed:
            .reference("write a plain URL of at most 65,536 bytes: no credentials, backslashes or control characters")

        case .addressBlocked:
            .network(
                .permanent, 403,
                "serve the media from a public address, or allow the origin (network.allowOrigins, --allow-origin)")
        case .portBlocked:
            .network(
                .permanent, 403, "serve the media on port 443, or add the port to network.ports")
        case .nameBlocked:
            .network(
                .permanent, 403, "use a public host name, or allow the origin (network.allowOrigins, --allow-origin)")
        case .dnsFailed: .network(.transient, 502, retry: true, "check the host name and its DNS records")
        case .connectFailed:
            .network(.transient, 502, retry: true, "check that the origin is up and reachable from here")
        case .tlsFailed:
            .network(.transient, 502, "mend the origin's certificate, or give its issuer in network.caFile")
        case .httpStatus:
            .network(
                .transient, 502, "open the URL as a phone would, without cookies: it must answer 200 with the media")
        case .tooManyRedirects: .network(.permanent, 502, "give the final URL in the payload")
        case .redirectDowngrade: .network(.permanent, 502, "make the redirect lead to an https URL")
        case .truncated:
            .network(.transient, 502, retry: true, "check the origin: it ended the body before its end")
        case .protocolError: .network(.transient, 502, retry: true, "check the origin: its answer is not valid HTTP")
        case .rateLimited:
            .network(.transient, 429, retry: true, "ask the origin for a higher limit, or prewarm earlier")
        case .stalled: .network(.transient, 504, retry: true, "serve the media from a faster origin or a CDN")
        case .cancelled: .network(.none, 503, retry: true, "run the same command again")
        case .deadlineExceeded:
            CodeFacts(
                state: .expired, retryHelps: true, memory: .none, httpStatus: 504,
                remedy: "prewarm the URL before sending, serve a smaller file, or raise --deadline")

        case .empty: .media("make the origin answer with the media: its body is empty")
        case .notMedia: .media("give the URL of the media file itself, not of a page about it")
        case .typeUnsupported: .media("convert the media to a type that the target documents, such as JPEG or MP4")
        case .tooLarge: .media("serve a smaller version")
        case .tooLong: .media("serve a shorter cut")
        case .tooManyPixels: .media("scale the picture down")
        case .damaged: .media("export the file anew and upload it again: it is cut or damaged")
        case .hashBlocked: .media("choose other media: this file is on the block list of the policy")

        case .cacheFull: .cache(507, "raise cache.maxBytes, or let pins expire")
        case .cacheUnavailable: .cache(503, "make the cache directory writable, or name another one with --cache")
        case .diskFull: .cache(507, "free space on the disk of the cache, or name another one with --cache")

        case .typeMismatch: .finding("make name, Content-Type and bytes agree")
        case .insecureURL: .finding("serve the media over https: phones refuse cleartext unless told otherwise")
        case .redirected: .finding("give the final URL in the payload: every hop costs the phone time")
        case .slow: .finding("serve the media from a CDN near the users, or make it smaller")
        case .nearLimit: .finding("leave room below the limit")
        case .undocumentedType: .finding("use a type that the platform documents")
        case .sdkWouldDrop: .finding("give the media the name and type by which this client decides")
        case .notShownByTarget: .finding("use a slot and type that this target shows")
        case .animatedShowsFirstFrame: .finding("make the first frame tell the story")

        case .mediaElsewhere:
            .finding("move the URL to where this provider's client looks, or name its place in payload.mediaPointers")

        case .usage: .call(400, "see attachfetch --help")
        case .policyInvalid: .call(400, "correct the policy file; attachfetch policy show prints every key")
        case .inputNotFound: .call(404, "check the path, or use - for standard input")
        case .inputNotJSON: .call(400, "correct the JSON at that place")
        case .inputIncomplete: .call(408, "close the input before the deadline, or raise --deadline")
        case .payloadTooLarge: .call(413, "split the input, or raise payload.maxBytes")
        case .payloadTooDeep: .call(400, "flatten the payload, or raise payload.maxDepth")
        case .cacheRefused: .call(503, "name a directory of your own with --cache")
        case .cacheFormatNewer: .call(503, "use the newer attachfetch that made this cache, or another --cache")
        }
    }
}

extension CodeFacts {
    fileprivate static func reference(_ remedy: String) -> CodeFacts {
        CodeFacts(state: .failed, retryHelps: false, memory: .none, httpStatus: 422, remedy: remedy)
    }

    fileprivate static func network(
        _ memory: FailureMemory, _ status: Int, retry: Bool = false, _ remedy: String
    ) -> CodeFacts {
        CodeFacts(state: .failed, retryHelps: retry, memory: memory, httpStatus: status, remedy: remedy)
    }

    fileprivate static func media(_ remedy: String) -> CodeFacts {
        CodeFacts(state: .rejected, retryHelps: false, memory: .permanent, httpStatus: 422, remedy: remedy)
    }

    fileprivate static func cache(_ status: Int, _ remedy: String) -> CodeFacts {
        CodeFacts(state: .failed, retryHelps: false, memory: .none, httpStatus: status, remedy: remedy)
    }

    fileprivate static func finding(_ remedy: String) -> CodeFacts {
        CodeFacts(state: nil, retryHelps: false, memory: .none, httpStatus: 200, remedy: remedy)
    }

    fileprivate static func call(_ status: Int, _ remedy: String) -> CodeFacts {
        CodeFacts(state: nil, retryHelps: false, memory: .none, httpStatus: status, remedy: remedy)
    }
}
