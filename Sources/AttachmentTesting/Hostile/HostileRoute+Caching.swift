/// Freshness and validators.
extension HostileRoute {
    static let caching = [cache, flappingTags]

    private static let cache = HostileRoute(
        "/cache", takes: "cc= etag= lm= vary= age= expires= date= pragma= key=default",
        "headers as given, and conditional requests: Last-Modified in seconds ago, Expires and Date in seconds from now"
    ) { ask in
        let key = "cache:\(ask.key)"
        let media = ask.media(seed: "\(ask.text("seed", else: "1"))/\(ask.ledger.version(key))")
        let age = ask.given("lm").map { Int64($0) ?? 0 }
        var whole = Representation(media, tag: tag(ask, media), modified: age.map { ask.ledger.time(key) - $0 })
        whole.offersRanges = false
        whole.headers = freshness(ask)
        return whole.response(to: ask.request)
    }

    /// The tag given, in quotes where it has none; one made of the bytes for `auto` and nothing.
    private static func tag(_ ask: HostileRequest, _ media: HostileMedia) -> String? {
        guard let given = ask.given("etag") else { return nil }
        if ["", "auto", "1"].contains(given) { return media.tag }
        return given.contains("\"") ? given : "\"\(given)\""
    }

    private static func freshness(_ ask: HostileRequest) -> [OriginHeader] {
        let given = [("cc", "Cache-Control"), ("vary", "Vary"), ("age", "Age"), ("pragma", "Pragma")]
            .compactMap { name, header in ask.given(name).map { OriginHeader(header, $0) } }
        let expires = ask.given("expires").map { OriginHeader("Expires", fromNow($0)) }
        let date = ask.given("date").map { OriginHeader("Date", fromNow($0)) }
        return given + [expires, date].compactMap(\.self)
    }

    /// A date so many seconds from now; what is no number as it stands.
    private static func fromNow(_ text: String) -> String {
        Int64(text).map { httpDate(unixSeconds() + $0) } ?? text
    }

    private static let flappingTags = HostileRoute(
        "/etag-flap", takes: "mode=new-tag|same-tag|weak",
        "another tag each time for the same bytes, one tag for other bytes each time, or weak tags that change"
    ) { ask in
        let number = ask.ledger.next("etag-flap")
        let mode = ask.text("mode", else: "new-tag")
        let seed = ask.text("seed", else: "1")
        let media = ask.media(seed: mode == "same-tag" ? "\(seed)/\(number)" : seed)
        let tag = mode == "same-tag" ? "\"fixed\"" : mode == "weak" ? "W/\"\(number)\"" : "\"\(number)\""
        return media.response.header("ETag", tag)
    }
}
