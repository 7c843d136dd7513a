import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

/// Makes of what came over the network what is kept of it. Pure.
struct ResponseKeeper: Sendable {
    let rules: CacheRules
    /// The request as the cache sees it at a URL.
    let seen: @Sendable (LoadRequest, RequestURL) -> CacheRequest

    /// The redirects that were followed, and the response at their end.
    ///
    /// - Parameter bytes: the size of the body that is kept, since what came may have had a content coding; nil for none.
    func way(of response: FetchResponse, _ request: LoadRequest, bytes: Int64?) -> StoredWay {
        var way = StoredWay(hops: response.hops.map { hop($0, request) })
        guard response.outcome == .whole else { return way }
        var headers = response.headers
        if let bytes { headers = headers.describing(bodyOf: bytes) }
        way.hops.append(
            entry(
                response.finalURL, request, status: response.status, headers, response.requestedAt,
                response.receivedAt))
        return way
    }

    /// The same for a response that its origin has confirmed; nil where the confirmation is about another one.
    func confirmed(
        _ known: Asking.Confirmable, by response: FetchResponse, _ request: LoadRequest
    ) -> StoredWay? {
        let asked = seen(request, response.finalURL)
        let confirmed = known.stored.response.confirmed(
            by: response.headers, request: asked, mode: rules.policy.mode, requestedAt: response.requestedAt,
            receivedAt: response.receivedAt)
        guard let confirmed else { return nil }
        var way = StoredWay(hops: response.hops.map { hop($0, request) })
        var last = entry(confirmed, response.finalURL, asked)
        last.stored.digest = known.object.digest
        way.hops.append(last)
        return way
    }

    private func hop(_ hop: FetchedHop, _ request: LoadRequest) -> StoredWay.Hop {
        // In full, so that it is read the same wherever it is read again.
        let headers = hop.headers.updated(
            by: HTTPHeaders([.init(name: "Location", value: hop.target.text)]), except: [])
        return entry(hop.url, request, status: hop.status, headers, hop.requestedAt, hop.receivedAt)
    }

    private func entry(
        _ url: RequestURL, _ request: LoadRequest, status: Int, _ headers: HTTPHeaders, _ requestedAt: Int64,
        _ receivedAt: Int64
    ) -> StoredWay.Hop {
        let asked = seen(request, url)
        let response = CachedResponse(
            status: status, headers: KeptFields.of(headers, mode: rules.policy.mode, receivedAt: receivedAt),
            variant: Variant(vary: headers["vary"], request: asked.fields), requestedAt: requestedAt,
            receivedAt: receivedAt)
        return entry(response, url, asked)
    }

    private func entry(_ response: CachedResponse, _ url: RequestURL, _ asked: CacheRequest) -> StoredWay.Hop {
        let storability = Storability(
            asked, status: response.status, headers: response.headers, mode: rules.policy.mode)
        let lifetime = rules.lifetime(of: response)
        return StoredWay.Hop(
            stored: StoredResponse(
                url: url.cacheKeyText, response: response, freshUntil: lifetime.freshUntil,
                staleUntil: lifetime.staleUntil),
            isStorable: storability == .allowed)
    }
}

/// What is kept of one fetch: a response for each redirect, and the last one.
struct StoredWay: Sendable {
    var hops: [Hop]

    struct Hop: Sendable {
        var stored: StoredResponse
        var isStorable: Bool
    }

    /// What is stored: the responses behind the last one that may not be.
    var kept: [StoredResponse] { hops.suffix(from: firstKept).map(\.stored) }

    /// The URLs whose responses are not stored.
    var setAside: [String] { hops.prefix(upTo: firstKept).map(\.stored.url) }

    /// Keeps the last one out.
    mutating func withholdLast() {
        if !hops.isEmpty { hops[hops.count - 1].isStorable = false }
    }

    /// Unix seconds until which nothing of it has to be asked about.
    var freshUntil: Int64 { hops.map(\.stored.freshUntil).min() ?? .max }

    private var firstKept: Int { hops.lastIndex { !$0.isStorable }.map { $0 + 1 } ?? 0 }
}

extension HTTPHeaders {
    /// The fields of a response whose body is kept whole and without its content coding (RFC 9110 8.4, 8.6, 14.4).
    fileprivate func describing(bodyOf bytes: Int64) -> HTTPHeaders {
        let others = fields.filter {
            !["content-encoding", "content-length", "content-range"].contains($0.name.lowercased())
        }
        return HTTPHeaders(others + [Field(name: "Content-Length", value: String(bytes))])
    }
}
