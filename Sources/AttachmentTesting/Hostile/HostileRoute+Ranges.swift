/// First answers that are cut, and what comes of asking for the rest.
extension HostileRoute {
    static let ranges = [resume, ignoredRange, brokenRange, changingRange]

    private static let resume = HostileRoute(
        "/resume", takes: "cut=10000 key=default noetag=0",
        "the first answer of the key is cut by RST after `cut` bytes; the next ones honour Range and If-Range"
    ) { ask in
        let number = ask.ledger.next("resume:\(ask.key)")
        let media = ask.media(size: 100_000)
        let whole = Representation(media, tag: ask.isOn("noetag") ? nil : media.tag)
        return cut(whole.response(to: ask.request), ask, number)
    }

    private static let ignoredRange = HostileRoute(
        "/range-ignored", takes: "cut=10000 key=default",
        "promises ranges, is cut at first, then sends the whole whatever was asked"
    ) { ask in
        let number = ask.ledger.next("range-ignored:\(ask.key)")
        let whole = ask.media(size: 100_000).response.header("Accept-Ranges", "bytes").header("ETag", "\"r1\"")
        return cut(whole, ask, number)
    }

    private static let brokenRange = HostileRoute(
        "/range-broken", takes: "mode=offset|total|length|missing|multipart|unit|416 cut=10000 key=default",
        "is cut at first, then sends parts that are not those asked for"
    ) { ask in
        let mode = ask.text("mode", else: "offset")
        let number = ask.ledger.next("range-broken:\(ask.key)\(mode)")
        let whole = Representation(ask.media(size: 100_000), tag: "\"r1\"")
        guard case .satisfiable(let range) = whole.range(for: ask.request) else {
            return cut(whole.response(to: ask.request), ask, number)
        }
        return wrongPart(of: whole, range, mode)
    }

    private static func wrongPart(of whole: Representation, _ range: Range<Int>, _ mode: String) -> ScriptedResponse {
        let media = whole.media
        var part = ScriptedResponse(status: 206, body: media.body[range])
        var place: String? = whole.contentRange(range)
        var type = media.type
        switch mode {
        case "total": place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(media.count + 4096)"
        case "length": part.body = part.body[0..<(range.count / 2)]
        case "missing": place = nil
        case "multipart":
            let head = "--BOUND\r\nContent-Type: \(type)\r\nContent-Range: \(whole.contentRange(range))\r\n\r\n"
            part.body = OriginBody(head.utf8) + part.body + "\r\n--BOUND--\r\n"
            type = "multipart/byteranges; boundary=BOUND"
            place = nil
        case "unit": place = place.map { "pages" + $0.dropFirst(5) }
        case "416": return ScriptedResponse(status: 416).header("Content-Range", "bytes */\(media.count)")
        default:
            let earlier = max(0, range.lowerBound - 100)..<max(1, range.upperBound - 100)
            part.body = media.body[earlier]
            place = whole.contentRange(earlier)
        }
        let described = part.header("ETag", "\"r1\"").header("Content-Type", type)
        return place.map { described.header("Content-Range", $0) } ?? described
    }

    private static let changingRange = HostileRoute(
        "/range-changing", takes: "cut=10000 noetag=0 ifrange=1 key=default",
        "bytes and ETag change each time, the first answer is cut; ifrange=0 sends parts against If-Range"
    ) { ask in
        let number = ask.ledger.next("range-changing:\(ask.key)")
        let media = ask.media(size: 100_000, seed: "changing/\(number)")
        var whole = Representation(media, tag: ask.isOn("noetag") ? nil : "\"v\(number)\"")
        whole.ignoresIfRange = !ask.isOn("ifrange", usually: true)
        return cut(whole.response(to: ask.request), ask, number)
    }

    private static func cut(_ response: ScriptedResponse, _ ask: HostileRequest, _ number: Int) -> ScriptedResponse {
        let bytes = ask.number("cut", else: 10_000, in: 0...1 << 40)
        guard number == 1, bytes > 0, bytes < response.body.bytes else { return response }
        return response.resetOnceDelivered(after: bytes)
    }
}
