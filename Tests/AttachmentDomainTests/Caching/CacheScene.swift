import AttachmentDomain

/// A cache with what it stores, and a clock that is moved by hand: responses arrive at T, questions come seconds later.
struct CacheScene: Sendable {
    /// T, in Unix seconds: Tue, 14 Nov 2023 22:13:20 GMT.
    static let arrival: Int64 = 1_700_000_000

    /// Without a floor of freshness, so that only the response decides.
    var policy = CachingPolicy()
    var stored: [CachedResponse] = []

    init(_ stored: CachedResponse..., mode: CachingPolicy.Mode = .private) {
        policy.minFreshSeconds = 0
        policy.mode = mode
        self.stored = stored
    }

    /// A cache that stores a response with these fields and a tag.
    init(tagged fields: Fields, mode: CachingPolicy.Mode = .private) {
        self.init(mode: mode)
        stored = [.arrived(200, fields + ["ETag": "\"v1\""], mode: mode)]
    }

    func decide(_ request: CacheRequest = CacheRequest(), after seconds: Int64 = 0) -> CacheDecision {
        CacheRules(policy).decide(request, stored, now: Self.arrival + seconds)
    }

    /// What happens to a GET with these fields so many seconds after T.
    func outcome(_ fields: Fields = [:], after seconds: Int64 = 0) -> Outcome {
        Outcome(decide(.get(fields), after: seconds).step)
    }

    /// Whether the stored response may stand in for an answer that does not come.
    func standsIn(after seconds: Int64) -> Bool {
        decide(after: seconds).allowsStale(at: Self.arrival + seconds)
    }
}

/// The words of the cases for what a cache does.
enum Outcome: Sendable {
    case hit, stale, staleAndRefresh, revalidate, fetch, refusedOffline, refusedOnlyIfCached

    init(_ step: CacheDecision.Step) {
        self =
            switch step {
            case .use: .hit
            case .useStale: .stale
            case .useStaleAndRefresh: .staleAndRefresh
            case .ask(let conditions): conditions == nil ? .fetch : .revalidate
            case .refuse(let refusal): refusal == .offline ? .refusedOffline : .refusedOnlyIfCached
            }
    }
}

/// Fields as they are written in a table: names may come twice.
struct Fields: ExpressibleByDictionaryLiteral, Sendable {
    var headers: HTTPHeaders

    init(dictionaryLiteral pairs: (String, String)...) {
        headers = HTTPHeaders(pairs.map { HTTPHeaders.Field(name: $0.0, value: $0.1) })
    }

    static func + (one: Fields, other: Fields) -> Fields {
        var sum = one
        sum.headers = HTTPHeaders(one.headers.fields + other.headers.fields)
        return sum
    }
}

extension CacheRequest {
    static func get(_ fields: Fields) -> CacheRequest { CacheRequest(fields: fields.headers) }
}

extension CachedResponse {
    /// A response that arrived at T, or so many seconds later, as it is kept.
    static func arrived(
        _ status: Int, _ fields: Fields, to request: Fields = [:], mode: CachingPolicy.Mode = .private,
        at seconds: Int64 = 0, underWay: Int64 = 0
    ) -> CachedResponse {
        let received = CacheScene.arrival + seconds
        return CachedResponse(
            status: status, headers: KeptFields.of(fields.headers, mode: mode, receivedAt: received),
            variant: Variant(vary: fields.headers["vary"], request: request.headers),
            requestedAt: received - underWay, receivedAt: received)
    }
}

/// A date of HTTP so many seconds from T.
func date(_ seconds: Int64) -> String {
    HTTPDate.text(of: CacheScene.arrival + seconds)
}

/// Whether a response may be stored; nil where it may.
func refusal(
    _ status: Int, _ fields: Fields, to request: CacheRequest = CacheRequest(), mode: CachingPolicy.Mode = .private
) -> Storability.Refusal? {
    switch Storability(request, status: status, headers: fields.headers, mode: mode) {
    case .allowed: nil
    case .refused(let refusal): refusal
    }
}

/// For how many seconds from T a response is fresh, by what it says alone.
func lifetime(
    of fields: Fields, status: Int = 200, mode: CachingPolicy.Mode = .private, cap: Int64 = 31_536_000,
    underWay: Int64 = 0
) -> Int64 {
    var policy = CacheScene(mode: mode).policy
    policy.maxFreshSeconds = cap
    let response = CachedResponse.arrived(status, fields, mode: mode, underWay: underWay)
    return Freshness(of: response, policy: policy).freshUntil - CacheScene.arrival
}
