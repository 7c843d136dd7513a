/// Heads that are malformed, missing, or too much.
extension HostileRoute {
    static let heads = [badStatusLine, bodyAlone, headerFlood, hugeHeader, endlessHeaders, interim, disposition]

    private static let badStatusLine = HostileRoute(
        "/bad-status-line", takes: "mode=garbage|nocode|code|version|sip",
        "a malformed first line before honest headers"
    ) { ask in
        let line =
            switch ask.text("mode", else: "garbage") {
            case "garbage": "\0\u{1}\u{2} what is this"
            case "nocode": "HTTP/1.1"
            case "code": "HTTP/1.1 2x0 OK"
            case "version": "HTTP/9.7 200 OK"
            case "sip": "SIP/2.0 200 OK"
            default: "HELLO"
            }
        let media = ask.media()
        let head = "\(line)\r\nContent-Type: \(media.type)\r\nContent-Length: \(media.count)\r\n\r\n"
        return media.response.withRawHead(OriginBody(head.utf8)).framed(.untilClose)
    }

    private static let bodyAlone = HostileRoute("/http09", "the body alone: no status line, no headers") {
        $0.media().response.withRawHead(.empty).framed(.untilClose)
    }

    private static let headerFlood = HostileRoute("/header-flood", takes: "n=5000", "`n` headers before the body") {
        ask in
        let value = String(repeating: "v", count: 80)
        let flood = (0..<ask.number("n", else: 5000, in: 0...1_000_000)).map {
            OriginHeader("X-Flood-\(String($0 + 1_000_000).dropFirst())", value)
        }
        var response = ask.media().response
        response.headers = flood + response.headers
        return response
    }

    private static let hugeHeader = HostileRoute("/header-huge", takes: "kb=512", "one header of `kb` KB") { ask in
        let value = String(repeating: "h", count: ask.number("kb", else: 512, in: 0...1 << 18) << 10)
        var response = ask.media().response
        response.headers.insert(OriginHeader("X-Huge", value), at: 0)
        return response
    }

    private static let endlessHeaders = HostileRoute(
        "/header-endless", takes: "mb=64", media: false, "headers that do not end before `mb` MB, then FIN"
    ) { ask in
        let line = "X-Endless: " + String(repeating: "e", count: 1011) + "\r\n"
        let kilobytes = ask.number("mb", else: 64, in: 0...4096) << 10
        let lines = OriginBody.repeating(SharedBytes(line.utf8), upTo: line.utf8.count * kilobytes)
        return ScriptedResponse().withRawHead("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n" + lines)
            .framed(.untilClose)
    }

    private static let interim = HostileRoute(
        "/continue", takes: "n=1 code=100|102|103", "`n` interim responses, then the honest one"
    ) { ask in
        let status = ask.number("code", else: 100, in: 100...199)
        return (0..<ask.number("n", else: 1, in: 0...100_000)).reduce(ask.media().response) { response, number in
            let link = OriginHeader("Link", "</a\(number).css>; rel=preload")
            return response.after(interim: status, headers: status == 103 ? [link] : [])
        }
    }

    private static let disposition = HostileRoute(
        "/disposition", takes: "name=../../../tmp/evil.png form=quoted|token|star|both|raw",
        "Content-Disposition with the name given"
    ) { ask in
        let name = ask.text("name", else: "../../../tmp/evil.png").filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        let star = "filename*=UTF-8''\(percentEncoded(name))"
        let value =
            switch ask.text("form", else: "quoted") {
            case "token": "attachment; filename=\(name)"
            case "star": "attachment; \(star)"
            case "both": "attachment; filename=\"a.png\"; \(star)"
            case "raw": name
            default: "attachment; filename=\"\(name)\""
            }
        return ask.media().response.header("Content-Disposition", value)
    }
}

/// The text as it stands in a path: all but unreserved characters and slashes by their bytes.
func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            String(UnicodeScalar(byte))
        default: "%" + String(Int(byte) + 256, radix: 16, uppercase: true).dropFirst()
        }
    }
    .joined()
}
