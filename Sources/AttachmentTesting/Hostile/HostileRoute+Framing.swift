/// Bodies whose end is wrong, missing or hidden.
extension HostileRoute {
    static let framing = [
        short, long, lyingLength, chunked, brokenChunks, noLength, noLengthCut, reset, empty, emptyReply,
    ]

    static let short = HostileRoute("/short", takes: "by=1000", "`by` bytes fewer than Content-Length, then FIN") {
        ask in
        let media = ask.media()
        let sent = max(0, media.count - ask.number("by", else: 1000, in: 0...1 << 40))
        return media.response.header("Connection", "close").cut(at: .body(sent))
    }

    private static let long = HostileRoute("/long", takes: "by=1000", "`by` bytes more than Content-Length, then FIN") {
        ask in
        let media = ask.media()
        let more = ask.number("by", else: 1000, in: 0...1 << 26)
        return .lying(
            media.body + .repeating(SharedBytes("X".utf8), upTo: more), type: media.type, length: media.count)
    }

    private static let lyingLength = HostileRoute(
        "/lie-length", takes: "claim=1024 mb=20", "Content-Length says `claim` bytes, and `mb` MB come"
    ) { ask in
        let media = ask.media()
        let more = Noise.body("more", count: ask.number("mb", else: 20, in: 0...4096) << 20)
        return .lying(
            media.body + more, type: media.type, length: ask.number("claim", else: 1024, in: 0...1 << 40))
    }

    private static let chunked = HostileRoute(
        "/chunked", takes: "chunk=1000 ext=0 pause=0", "correct chunks; ext=1 adds chunk extensions"
    ) { ask in
        let media = ask.media()
        let pause = ask.milliseconds("pause", else: 0)
        var response = inChunks(media, .empty, staysOpen: true)
        for part in parts(of: media.body, bytes: ask.number("chunk", else: 1000, in: 1...1 << 30)) {
            response.body.append(chunk(part, note: ask.isOn("ext") ? ";name=\"v;\\\"x\"" : ""))
            if pause > 0 { response = response.pausing(pause, at: .body(response.body.count ?? 0)) }
        }
        response.body.append("0\r\n\r\n")
        return response
    }

    private static let brokenChunks = HostileRoute(
        "/chunked-broken", takes: "mode=eof|size|negative|nocrlf|overflow",
        "one good chunk, then the end, no size, a negative one, one too small for its data, one of 21 digits"
    ) { ask in
        let media = ask.media()
        let half = media.count / 2
        let rest = media.body[half..<media.count]
        let broken: OriginBody =
            switch ask.text("mode", else: "eof") {
            case "size": "zz\r\n" + rest + "\r\n0\r\n\r\n"
            case "negative": "-5\r\n" + rest + "\r\n0\r\n\r\n"
            case "nocrlf": OriginBody("\(hex(rest.bytes - 100))\r\n".utf8) + rest + "\r\n0\r\n\r\n"
            case "overflow": "fffffffffffffffffffff\r\n" + rest + "\r\n0\r\n\r\n"
            default: OriginBody("\(hex(rest.bytes))\r\n".utf8) + rest[0..<(rest.bytes / 2)]
            }
        let good = chunk(media.body[0..<half], note: "")
        // The good chunk is to be seen before the bad one.
        return inChunks(media, good + broken, staysOpen: false).pausing(20, at: .body(good.bytes))
    }

    private static let noLength = HostileRoute("/no-length", "no Content-Length; the body ends with FIN") {
        $0.media().response.framed(.untilClose)
    }

    private static let noLengthCut = HostileRoute(
        "/no-length-cut", takes: "after=1000", "no Content-Length; the body ends with RST after `after` bytes"
    ) {
        $0.media().response.framed(.untilClose).resetOnceDelivered(
            after: $0.number("after", else: 1000, in: 0...1 << 40))
    }

    static let reset = HostileRoute(
        "/reset", takes: "after=1000", "RST after `after` bytes of the body; after=-1 before the status line"
    ) { ask in
        let after = ask.number("after", else: 1000, in: -1...1 << 40)
        let honest = ask.media().response
        return after < 0 ? honest.reset(at: .beforeFirstByte) : honest.resetOnceDelivered(after: after)
    }

    private static let empty = HostileRoute(
        "/empty", media: false, "200 with Content-Length: 0 and the type of a picture"
    ) { _ in .ok(OriginBody.empty, type: "image/png") }

    static let emptyReply = HostileRoute("/empty-reply", media: false, "FIN without any response") { _ in
        ScriptedResponse().cut(at: .beforeFirstByte)
    }

    private static func inChunks(_ media: HostileMedia, _ body: OriginBody, staysOpen: Bool) -> ScriptedResponse {
        .ok(body, type: media.type).header("Transfer-Encoding", "chunked").framed(.asWritten(staysOpen: staysOpen))
    }

    private static func parts(of body: OriginBody, bytes: Int) -> [OriginBody] {
        stride(from: 0, to: body.bytes, by: bytes).map { body[$0..<min($0 + bytes, body.bytes)] }
    }

    private static func chunk(_ part: OriginBody, note: String) -> OriginBody {
        OriginBody("\(hex(part.bytes))\(note)\r\n".utf8) + part + "\r\n"
    }

    private static func hex(_ number: Int) -> String { String(number, radix: 16) }
}

extension OriginBody {
    /// How many bytes of a body that has an end.
    var bytes: Int { pieces.byteCount }

    /// Adds a body to one that has an end.
    mutating func append(_ other: OriginBody) { pieces += other.pieces }

    /// `pattern` repeated until `count` bytes are reached, which may be none.
    static func repeating(_ pattern: SharedBytes, upTo count: Int) -> OriginBody {
        count > 0 ? .repeating(pattern, count: count) : .empty
    }
}
