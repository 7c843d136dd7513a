/// Ways that lead on, around, or nowhere.
extension HostileRoute {
    static let redirects = [
        redirect, redirectLoop, redirectTo, redirectRelative, heavyRedirect, cookieRedirect, utf8Path,
    ]

    private static let redirect = HostileRoute("/redirect", takes: "n=3 code=302", "`n` redirects, then the media") {
        ask in
        let left = ask.number("n", else: 3, in: 0...1 << 30)
        guard left > 0 else { return ask.honest() }
        let others = ask.request.query.split(separator: "&").filter { !$0.hasPrefix("n=") }.map { "&\($0)" }.joined()
        return .page("moved", status: ask.number("code", else: 302, in: 300...399))
            .header("Location", "/redirect?n=\(left - 1)\(others)")
    }

    private static let redirectLoop = HostileRoute(
        "/redirect-loop", takes: "code=302", media: false, "redirects between two addresses for ever"
    ) { moved(to: "/redirect-loop?at=\($0.text("at", else: "a") == "a" ? "b" : "a")", $0) }

    private static let redirectTo = HostileRoute(
        "/redirect-to", takes: "url=/ok code=302", media: false, "redirects to the address given, wherever it is"
    ) { moved(to: $0.text("url", else: "/ok"), $0) }

    private static let redirectRelative = HostileRoute(
        "/redirect-relative", takes: "mode=path|dot|noslash|query|scheme|fragment|space|empty|none|long",
        "Location in each relative or odd form"
    ) { ask in
        if ask.text("at", else: "") == "end" { return ask.honest() }
        let page = ScriptedResponse.page("moved", status: 302)
        return relative(ask).map { page.header("Location", $0) } ?? page
    }

    private static func relative(_ ask: HostileRequest) -> String? {
        switch ask.text("mode", else: "path") {
        case "dot": "./a/../ok"
        case "noslash": "ok"
        case "query": "?at=end"
        case "scheme": "//\(ask.request.header("Host") ?? "127.0.0.1")/ok"
        case "fragment": "/ok#frag/../ment?x=1"
        case "space": "/ok?seed=a b"
        case "empty": ""
        case "none": nil
        case "long": "/ok?x=" + String(repeating: "y", count: 60_000)
        default: "/ok"
        }
    }

    private static let heavyRedirect = HostileRoute(
        "/redirect-heavy", takes: "mb=50", media: false, "a redirect to /ok whose own body has `mb` MB"
    ) { ask in
        let blanks = SharedBytes([UInt8](repeating: UInt8(ascii: " "), count: 65_536))
        let body = OriginBody.repeating(blanks, upTo: ask.number("mb", else: 50, in: 0...4096) << 20)
        var response = ScriptedResponse.redirect(to: "/ok").header("Content-Type", "text/html")
        response.body = body
        return response
    }

    private static let cookieRedirect = HostileRoute(
        "/cookie-redirect", "redirects to itself with Set-Cookie until the cookie comes back"
    ) { ask in
        if ask.request.header("Cookie")?.contains("hostile=1") == true { return ask.honest() }
        return .redirect(to: ask.request.target).header("Set-Cookie", "hostile=1; Path=/")
    }

    private static let utf8Path = HostileRoute(
        "/utf8-path", takes: "mode=redirect|raw", media: false,
        "redirects to a path of many scripts, percent-encoded; raw: with its bytes as they are"
    ) { ask in
        let path = "/utf8/café 中文 🐈.png"
        let isRaw = ask.text("mode", else: "redirect") == "raw"
        return .redirect(to: isRaw ? path.split(separator: " ").joined(separator: "%20") : percentEncoded(path))
    }

    /// Without a body.
    private static func moved(to location: String, _ ask: HostileRequest) -> ScriptedResponse {
        .redirect(to: location, status: ask.number("code", else: 302, in: 300...399))
    }
}
