import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

extension StoredResponse {
    /// The fields that later decisions about freshness and validation need, and the type for the record.
    private static let keptFields = [
        "age", "cache-control", "content-disposition", "content-type", "date", "etag", "expires", "last-modified",
        "vary",
    ]

    /// What is kept of a response for the next call.
    init(_ url: RequestURL, _ response: FetchResponse, caching: CachingPolicy, now: Int64) {
        let headers = Self.kept(response.headers)
        self.init(
            url: url.cacheKeyText,
            response: CachedResponse(
                status: response.status, headers: headers,
                variant: Variant(vary: headers["vary"], request: HTTPHeaders()), requestedAt: now, receivedAt: now),
            freshUntil: now)
        decideFreshness(caching, now: now)
    }

    /// Renews times and fields from a 304 (RFC 9111 3.2); the fields that it leaves out stay as they were.
    mutating func renew(by renewal: FetchResponse, caching: CachingPolicy, now: Int64) {
        // An Age describes one message alone.
        let lasting = HTTPHeaders(response.headers.fields.filter { $0.name.lowercased() != "age" })
        response.headers = lasting.updated(by: Self.kept(renewal.headers), except: [])
        response.requestedAt = now
        response.receivedAt = now
        decideFreshness(caching, now: now)
    }

    private mutating func decideFreshness(_ caching: CachingPolicy, now: Int64) {
        freshUntil = Freshness(of: response, policy: caching).freshUntil
    }

    private static func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.filter { keptFields.contains($0.name.lowercased()) })
    }
}
