extension CachedResponse {
    /// The response as a 304 leaves it: with the fields that the 304 has in the place of its own, and received now
    /// (RFC 9111 3.2, 4.3.4).
    ///
    /// What describes the stored bytes stays as it was: their length, coding, range and tag.
    ///
    /// - Parameters:
    ///   - notModified: the fields of the 304.
    ///   - request: the fields of the request that it answers.
    ///   - requestedAt: Unix seconds when that request left.
    ///   - receivedAt: Unix seconds when the 304 was complete.
    /// - Returns: nil where the 304 is about another state of the resource than this one.
    public func confirmed(
        by notModified: HTTPHeaders, request: CacheRequest, mode: CachingPolicy.Mode, requestedAt: Int64,
        receivedAt: Int64
    ) -> CachedResponse? {
        guard isAbout(notModified) else { return nil }
        let renewed = KeptFields.of(notModified, mode: mode, receivedAt: receivedAt)
        var confirmed = self
        confirmed.headers = lasting(beside: renewed).updated(by: renewed, except: Self.ofTheBytes)
        confirmed.variant = Variant(vary: confirmed.headers["vary"], request: request.fields)
        confirmed.requestedAt = requestedAt
        confirmed.receivedAt = receivedAt
        return confirmed
    }

    /// The own fields that are still good: an Age belongs to one message alone, and the 304 may forbid the use of others.
    private func lasting(beside renewed: HTTPHeaders) -> HTTPHeaders {
        let forbidden = Set(CacheControl(renewed["cache-control"]).noCacheFields)
        let ended = forbidden.subtracting(Self.ofTheBytes).subtracting(KeptFields.ofCaching).union(["age"])
        return HTTPHeaders(headers.fields.filter { !ended.contains($0.name.lowercased()) })
    }

    private static let ofTheBytes = ["content-encoding", "content-length", "content-range", "etag"]

    /// A tag says which state is meant; without one it is the state that was asked about.
    private func isAbout(_ notModified: HTTPHeaders) -> Bool {
        guard let theirs = EntityTag(notModified.first("etag")) else { return true }
        guard let own = EntityTag(headers.first("etag")) else { return theirs.isWeak }
        return own.weaklyMatches(theirs)
    }
}
