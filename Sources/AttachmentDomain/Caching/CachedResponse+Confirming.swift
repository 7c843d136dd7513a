extension CachedResponse {
    /// The response as a 304 leaves it: with the fields that the 304 has in the place of its own, and received now
    /// (RFC 9111 3.2, 4.3.4).
    ///
    /// What describes the stored bytes stays as it was: their length, coding, range and tag.
    ///
    /// - Parameters:
    ///   - notModified: the fields of the 304.
    ///   - request: the request that it answers.
    ///   - mode: whose cache it is.
    ///   - requestedAt: Unix seconds when that request left.
    ///   - receivedAt: Unix seconds when the 304 was complete.
    /// - Returns: nil where the 304 is about another state of the resource than this one.
    public func confirmed(
        by notModified: HTTPHeaders, request: CacheRequest, mode: CachingPolicy.Mode, requestedAt: Int64,
        receivedAt: Int64
    ) -> CachedResponse? {
        guard isAbout(notModified) else { return nil }
        var confirmed = self
        confirmed.headers = renewed(by: KeptFields.of(notModified, mode: mode, receivedAt: receivedAt))
        confirmed.variant = Variant(vary: confirmed.headers["vary"], request: request.fields)
        confirmed.requestedAt = requestedAt
        confirmed.receivedAt = receivedAt
        return confirmed
    }

    /// The fields together, but for those that their Cache-Control forbids to use again, and an Age that is not the
    /// 304's: it belongs to one message alone.
    private func renewed(by newer: HTTPHeaders) -> HTTPHeaders {
        let lasting = HTTPHeaders(headers.fields.filter { !$0.name.equalsIgnoringCase("age") })
        let both = lasting.updated(by: newer, except: Self.ofTheBytes)
        let named = Set(CacheControl(both["cache-control"]).noCacheFields)
        let forbidden = named.subtracting(Self.ofTheBytes).subtracting(KeptFields.ofCaching)
        return HTTPHeaders(both.fields.filter { !forbidden.contains($0.name.lowercased()) })
    }

    private static let ofTheBytes = ["content-encoding", "content-length", "content-range", "etag"]

    /// A tag says which state is meant; without one it is the state that was asked about.
    private func isAbout(_ notModified: HTTPHeaders) -> Bool {
        guard let theirs = EntityTag(notModified.first("etag")) else { return true }
        guard let own = EntityTag(headers.first("etag")) else { return theirs.isWeak }
        return own.weaklyMatches(theirs)
    }
}
