/// Bytes and types that contradict each other, or themselves.
extension HostileRoute {
    static let types = [wrongType, noType, octets, type, polyglot, truncatedImage]

    private static let wrongType = HostileRoute(
        "/wrong-type",
        takes:
            "mode=png-as-html|html-as-png|jpeg-as-mp4|zip-as-jpeg|exe-as-png|svg-as-png|text-as-mp3|png-as-jpeg size= seed=",
        media: false, "a Content-Type that contradicts the bytes"
    ) { ask in
        let kinds = ask.text("mode", else: "png-as-html").split(separator: "-")
        let media = ask.make(
            String(kinds.first ?? "png"), size: ask.number("size", else: 20_000, in: 0...1 << 28),
            seed: ask.text("seed", else: "1"))
        return .ok(media.body, type: HostileMedia.type(of: String(kinds.last ?? "html")))
    }

    private static let noType = HostileRoute("/no-type", "no Content-Type at all") { .ok($0.media().body) }

    private static let octets = HostileRoute("/octet", "Content-Type: application/octet-stream") {
        .ok($0.media().body, type: "application/octet-stream")
    }

    private static let type = HostileRoute("/type", takes: "value=", "Content-Type as given") {
        .ok($0.media().body, type: $0.text("value", else: "IMAGE/PNG ; charset=\"x\";;"))
    }

    private static let polyglot = HostileRoute(
        "/polyglot", takes: "mode=gif-js|jpeg-zip|png-html|svg-script|bmp-text|pdf-head", media: false,
        "files that are two things at once"
    ) { ask in
        switch ask.text("mode", else: "gif-js") {
        case "jpeg-zip":
            .ok(ask.make("jpeg", size: 4000).body + ask.make("zip", size: 4000).body, type: "image/jpeg")
        case "png-html": .ok(ask.make("png", size: 4000).body + "<script>alert(1)</script>", type: "image/png")
        case "svg-script": .ok(scriptedPicture, type: "image/svg+xml")
        case "bmp-text":
            .ok(
                "BM" + OriginBody(String(repeating: "agic words, and no bitmap\n", count: 100).utf8),
                type: "image/bmp")
        case "pdf-head":
            .ok(
                OriginBody(String(repeating: "\n", count: 200).utf8) + "%PDF-1.4\n" + ask.make("png", size: 4000).body,
                type: "image/png")
        default:
            .ok("GIF89a=0;/*" + OriginBody([UInt8](repeating: 0, count: 200)) + "*/alert(1)//", type: "image/gif")
        }
    }

    private static let scriptedPicture: OriginBody = """
        <svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/hostname"/></svg>

        """

    private static let truncatedImage = HostileRoute(
        "/truncated-image", takes: "keep=50", "an image cut to `keep` percent, with the length of what is left"
    ) { ask in
        let media = ask.media()
        return .ok(media.body[0..<(media.count * ask.number("keep", else: 50, in: 0...100) / 100)], type: media.type)
    }
}
