/// More than anybody wants.
extension HostileRoute {
    static let sizes = [huge, lyingHead]

    private static let huge = HostileRoute(
        "/huge", takes: "mb=1024 kind=jpeg|zero length=0", media: false,
        "the beginning of a file, then `mb` MB of zeros; length=1 announces them"
    ) { ask in
        let kind = ask.text("kind", else: "jpeg")
        let media = ask.make(kind, size: kind == "zero" ? 0 : 2000)
        let start = media.body[0..<max(0, media.count - 2)]
        let zeros = OriginBody.repeating(Document.zeros, upTo: ask.number("mb", else: 1024, in: 0...1 << 20) << 20)
        return .ok(start + zeros, type: media.type).framed(ask.isOn("length") ? .contentLength : .untilClose)
    }

    private static let lyingHead = HostileRoute(
        "/head-lies", takes: "claim=1024 mb=20", media: false, "HEAD says `claim` bytes, GET sends `mb` MB and says so"
    ) { ask in
        let media = ask.make("jpeg", size: ask.number("mb", else: 20, in: 0...256) << 20)
        let claim = ask.number("claim", else: 1024, in: 0...1 << 40)
        return ask.isHead
            ? media.response.header("Content-Length", "\(claim)").framed(.asWritten(staysOpen: true)) : media.response
    }
}
