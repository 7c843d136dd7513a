/// Content codings, honest, broken, unasked and explosive.
extension HostileRoute {
    static let codings = [gzip, brokenGzip, gzipBomb, brotli]

    private static let gzip = HostileRoute(
        "/gzip", takes: "always=1", "Content-Encoding: gzip of an SVG, asked for or not unless always=0"
    ) { ask in
        let plain = ask.media(kind: "svg").response.header("Vary", "Accept-Encoding")
        let isAsked = ask.request.header("Accept-Encoding")?.contains("gzip") == true
        return ask.isOn("always", usually: true) || isAsked ? plain.gzipped() : plain
    }

    private static let brokenGzip = HostileRoute(
        "/gzip-broken", takes: "mode=cut|crc|garbage|tail",
        "gzip that ends early, has a wrong checksum, is none, or goes on behind its end"
    ) { ask in
        var response = ask.media(kind: "svg").response.gzipped()
        let packed = response.body
        let count = packed.bytes
        response.body =
            switch ask.text("mode", else: "cut") {
            case "crc": packed[0..<(count - 8)] + [0, 0, 0, 0] + packed[(count - 4)..<count]
            case "garbage": Noise.body("garbage", count: 2000)
            case "tail": packed + "trailing garbage"
            default: packed[0..<(count / 2)]
            }
        return response
    }

    private static let gzipBomb = HostileRoute(
        "/gzip-bomb", takes: "mb=1024 layers=1 kind=png", media: false,
        "media and `mb` MB of zeros in gzip; layers=2 or 3 packs it again"
    ) { ask in
        let media = ask.make(ask.text("kind", else: "png"), size: 1000)
        let layers = ask.number("layers", else: 1, in: 1...3)
        let body = GzipBomb.body(
            after: media.body.array, mebibytes: ask.number("mb", else: 1024, in: 1...1 << 16), layers: layers)
        let codings = [String](repeating: "gzip", count: layers).joined(separator: ", ")
        return .ok(body, type: media.type).header("Content-Encoding", codings)
    }

    private static let brotli = HostileRoute(
        "/br-unsupported", takes: "enc=br",
        "an SVG in brotli, unasked; enc names another coding of bytes that stay plain"
    ) { ask in
        let media = ask.media(kind: "svg")
        let coding = ask.text("enc", else: "br")
        let body = coding == "br" ? OriginBody(Brotli.stored(media.body.array)) : media.body
        return .ok(body, type: media.type).header("Content-Encoding", coding)
    }
}
