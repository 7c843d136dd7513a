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
        self.init(
            url: url.cacheKeyText, finalUrl: response.finalURL.text, status: response.status,
            headers: Self.kept(response.headers), requestedAt: now, receivedAt: now, freshUntil: now)
        decideFreshness(caching, now: now)
    }

    /// Renews times and fields from a 304 (RFC 9111 3.2); the fields that it leaves out stay as they were.
    mutating func renew(by response: FetchResponse, caching: CachingPolicy, now: Int64) {
        let renewed = Self.kept(response.headers)
        let names = Set(renewed.map(\.name))
        // An Age describes one message alone.
        headers = headers.filter { !names.contains($0.name) && $0.name != "age" } + renewed
        receivedAt = now
        decideFreshness(caching, now: now)
    }

    private mutating func decideFreshness(_ caching: CachingPolicy, now: Int64) {
        let response = CachedResponse(
            status: status, headers: HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
            variant: Variant(text: ""), requestedAt: now, receivedAt: now)
        let freshness = Freshness(of: response, policy: caching)
        freshUntil = freshness.freshUntil
        if CacheControl(header("cache-control")).noStore {
            // Never reused: the bytes stay for the push that they came with, but nothing is left to validate them by.
            headers.removeAll { $0.name == "etag" || $0.name == "last-modified" }
        }
    }

    private static func kept(_ headers: HTTPHeaders) -> [Header] {
        headers.fields.map { Header(name: $0.name, value: $0.value) }.filter { keptFields.contains($0.name) }
    }
}
