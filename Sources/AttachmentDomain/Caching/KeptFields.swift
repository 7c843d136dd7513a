/// Which fields of a response are kept with it (RFC 9111 3.1).
public enum KeptFields {
    /// The fields without those that belong to one connection, those that Connection names, and those that are not to be
    /// used again: what `no-cache="…"` names, and in a shared cache cookies. Where there is no Date that can be read, the
    /// time of arrival stands for it (RFC 9110 6.6.1).
    ///
    /// - Parameters:
    ///   - headers: as they came.
    ///   - mode: whose cache it is.
    ///   - receivedAt: Unix seconds.
    public static func of(_ headers: HTTPHeaders, mode: CachingPolicy.Mode, receivedAt: Int64) -> HTTPHeaders {
        let named = named(headers, CacheControl(headers["cache-control"]), mode)
        let hasDate = headers.first("date").flatMap { HTTPDate.seconds(of: $0, around: receivedAt) } != nil
        let kept = headers.fields.filter { field in
            !ofConnection.contains { $0.equalsIgnoringCase(field.name) }
                && (named.isEmpty || !named.contains(field.name.lowercased()))
                && (hasDate || !field.name.equalsIgnoringCase("date"))
        }
        let date = HTTPHeaders.Field(name: "Date", value: HTTPDate.text(of: receivedAt))
        return HTTPHeaders(hasDate ? kept : [date] + kept)
    }

    /// The fields that this response alone, or its cache, does not keep.
    private static func named(
        _ headers: HTTPHeaders, _ control: CacheControl, _ mode: CachingPolicy.Mode
    ) -> Set<String> {
        var named = Set(control.noCacheFields)
        if let connection = headers["connection"] { named.formUnion(connection.listMembers.map { $0.lowercased() }) }
        if mode == .shared { named.formUnion(["set-cookie", "set-cookie2"]) }
        return named.subtracting(ofCaching)
    }

    /// What says how long and to whom a response may serve is kept though Connection or `no-cache="…"` names it: without
    /// it the response would serve longer (RFC 9110 7.6.1).
    static let ofCaching: Set = ["age", "cache-control", "date", "expires", "vary"]

    /// RFC 9110 7.6.1, and what a proxy says of itself.
    private static let ofConnection = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
