/// Honest answers.
extension HostileRoute {
    static let plain = [ok, same, unique, close, headRefused, utf8, media, count, hold]

    private static let ok = HostileRoute(
        "/ok", takes: "etag=", "a correct answer; etag=1 adds validators and ranges"
    ) { $0.honest() }

    private static let same = HostileRoute("/same", below: true, "the same bytes under every name") {
        $0.media().response
    }

    private static let unique = HostileRoute(
        "/unique", below: true, "bytes that depend on the name, a JPEG of 40,000 unless told"
    ) { $0.media(kind: "jpeg", size: 40_000, seed: $0.request.path).response }

    private static let close = HostileRoute("/close", "a correct answer with Connection: close") { ask in
        let media = ask.media()
        return media.response.header("Connection", "close").cut(at: .body(media.count))
    }

    private static let headRefused = HostileRoute("/head-405", "HEAD is refused with 405, GET works") {
        $0.isHead ? ScriptedResponse(status: 405).header("Allow", "GET") : $0.media().response
    }

    private static let utf8 = HostileRoute(
        "/utf8", below: true, "media under any name; X-Raw-Path holds the path as it was sent"
    ) { $0.media().response.header("X-Raw-Path", $0.request.path) }

    private static let media = HostileRoute(
        "/media", below: true, media: false, "the files of a directory, with validators and ranges"
    ) { ask in
        ask.files?.response(to: ask.request.retargeted(String(ask.request.target.dropFirst("/media".count))))
            ?? .status(404)
    }

    private static let count = HostileRoute(
        "/count", takes: "key=default delay=0", "media after `delay` seconds; the request is counted under its key"
    ) { ask in
        let key = "count:\(ask.key)"
        let number = ask.ledger.enter(key)
        let answer = ask.media().response.header("X-Count", "\(number)")
        return answer.pausing(ask.milliseconds("delay", else: 0), at: .beforeFirstByte)
            .finally { [ledger = ask.ledger] in ledger.leave(key) }
    }

    private static let hold = HostileRoute("/hold", takes: "s=0.5", "holds the request `s` seconds, then serves media")
    {
        $0.media().response.pausing($0.milliseconds("s", else: 0.5), at: .beforeFirstByte)
    }
}
