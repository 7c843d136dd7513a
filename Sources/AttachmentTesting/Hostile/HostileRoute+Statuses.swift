/// Statuses that say no, not now, or not you.
extension HostileRoute {
    static let statuses = [status, retryAfter, flaky, auth]

    private static let status = HostileRoute(
        "/status", below: true, takes: "noloc=", media: false,
        "/status/NNN: that status with a small page; redirects lead to /ok unless noloc is given"
    ) { ask in
        let code = ask.path.split(separator: "/").last.flatMap { Int($0) }.flatMap {
            (200...999).contains($0) ? $0 : nil
        }
        let answer = ScriptedResponse.page("<h1>\(code ?? 500)</h1>", status: code ?? 500)
        let redirects = [301, 302, 303, 307, 308].contains(code) && ask.text("noloc", else: "").isEmpty
        return redirects ? answer.header("Location", "/ok") : answer
    }

    private static let retryAfter = HostileRoute(
        "/retry-after", takes: "n=1 code=429|503 after=1 form=seconds|date|bad|none|huge key=default",
        "fails `n` times for the key with Retry-After, then succeeds"
    ) { ask in
        let number = ask.ledger.next("retry:\(ask.key)")
        guard number <= ask.number("n", else: 1, in: 0...1 << 30) else {
            return ask.media().response.header("X-Attempt", "\(number)")
        }
        let refusal = ScriptedResponse.page("slow down", status: ask.number("code", else: 429, in: 200...999))
        return waiting(ask).map { refusal.header("Retry-After", $0) } ?? refusal
    }

    private static func waiting(_ ask: HostileRequest) -> String? {
        let seconds = ask.number("after", else: 1, in: -1 << 31...1 << 31)
        return switch ask.text("form", else: "seconds") {
        case "seconds": "\(seconds)"
        case "date": httpDate(unixSeconds() + Int64(seconds))
        case "bad": "soon"
        case "huge": "99999999999"
        default: nil
        }
    }

    private static let flaky = HostileRoute(
        "/flaky", takes: "every=2 how=reset|500|short|empty key=default",
        "every `every`-th request of the key succeeds, the others fail in the way named"
    ) { ask in
        let number = ask.ledger.next("flaky:\(ask.key)")
        if number.isMultiple(of: ask.number("every", else: 2, in: 1...1 << 30)) { return ask.honest() }
        return switch ask.text("how", else: "reset") {
        case "500": .page("oops", status: 500)
        case "short": short.answer(ask)
        case "empty": emptyReply.answer(ask)
        default: reset.answer(ask)
        }
    }

    private static let auth = HostileRoute(
        "/auth", takes: "user=u pass=p scheme=basic|bearer token=t", "401 unless the credentials match"
    ) { ask in
        let isBearer = ask.text("scheme", else: "basic") == "bearer"
        let pair = "\(ask.text("user", else: "u")):\(ask.text("pass", else: "p"))"
        let wanted = isBearer ? "Bearer \(ask.text("token", else: "t"))" : "Basic \(base64(pair))"
        if ask.request.header("Authorization") == wanted { return ask.honest() }
        return .page("who are you?", status: 401)
            .header("WWW-Authenticate", "\(isBearer ? "Bearer" : "Basic") realm=\"hostile\"")
    }
}

/// RFC 4648 section 4.
private func base64(_ text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 3).map { start in
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
        let digits = [18, 12, 6, 0].map { letters[bits >> $0 & 63] }.prefix(group.count + 1)
        return String(digits) + String(repeating: "=", count: 3 - group.count)
    }
    .joined()
}
