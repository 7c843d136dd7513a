import AttachmentKit

/// The table, by the themes of the routes.
extension HostileRow {
    static let all: [HostileRow] =
        kinds + plain + pace + framing + heads + statuses + redirects + types + codings + sizes + caching + ranges

    private static let kinds: [HostileRow] =
        [
            ("png", "image/png"), ("jpeg", "image/jpeg"), ("jpg", "image/jpeg"), ("gif", "image/gif"),
            ("webp", "image/webp"), ("svg", "image/svg+xml"), ("mp4", "video/mp4"), ("m4a", "audio/mp4"),
            ("mov", "video/quicktime"), ("heic", "image/heic"), ("mp3", "audio/mpeg"), ("wav", "audio/wav"),
        ]
        .map { kind, type in .ready("/ok?kind=\(kind)", type, File(kind: kind)) }
        + ["html", "text", "zip", "pdf", "exe", "elf", "zero", "random"].map { .rejected("/ok?kind=\($0)", .notMedia) }

    private static let plain: [HostileRow] = [
        .ready("/ok", asks: nil, note: "redirects of other rows lead here too"),
        .ready("/ok?etag=1&seed=tagged", "image/png", File(seed: "tagged")),
        .ready("/ok?size=1000000", "image/png", File(size: 1_000_000)),
        .rejected("/ok?kind=random&size=0", .empty),
        .ready("/same/a/b.png"),
        .ready("/same/c.png"),
        .ready("/unique/a.jpg", "image/jpeg", File(kind: "jpeg", size: 40_000, seed: "/unique/a.jpg")),
        .ready("/unique/b.jpg?size=5000", "image/jpeg", File(kind: "jpeg", size: 5000, seed: "/unique/b.jpg")),
        .ready("/close"),
        .ready("/head-405"),
        .ready("/utf8/caf%C3%A9.png"),
        .ready("/media/wave.gif", "image/gif", nil),
        .failed("/media/none.gif", .httpStatus),
        .ready("/count?key=a&delay=0.1"),
        .ready("/hold?s=0.2"),
        .failed("/no-such-route", .httpStatus),
    ]

    private static let pace: [HostileRow] = [
        .ready("/slow?bps=100000"),
        .expired("/slow?bps=1000"),
        .expired("/stall"),
        .expired("/stall?after=0"),
        .failed("/stall?after=2000", .stalled, setting: .impatient),
        .ready("/firstbyte?delay=0.2"),
        .expired("/firstbyte?delay=60"),
        .ready("/drip?interval=0.01&step=50", "image/png", File(size: 500)),
        .expired("/drip"),
        .failed("/drip?step=2", .stalled, setting: .impatient),
        .ready("/drip-head?interval=0.001", "image/png", File(size: 500)),
        .expired("/drip-head"),
        .expired("/silent"),
    ]

    private static let framing: [HostileRow] = [
        .failed("/short", .truncated),
        .failed("/short?by=1", .truncated),
        .failed("/short?by=20000", .truncated),
        .failed("/short?by=2", .truncated, setting: .retrying, asks: 3),
        .ready("/long"),
        .rejected("/lie-length?mb=4", .damaged, note: "Content-Length is what there is, so HTTP is content"),
        .ready("/chunked"),
        .ready("/chunked?ext=1"),
        .ready("/chunked?chunk=1&size=2000", "image/png", File(size: 2000)),
        .ready("/chunked?chunk=5000&pause=0.01"),
        .failed("/chunked-broken?mode=eof", .truncated),
        .failed("/chunked-broken?mode=size", .protocolError),
        .failed("/chunked-broken?mode=negative", .protocolError),
        .failed("/chunked-broken?mode=nocrlf", .protocolError),
        .failed("/chunked-broken?mode=overflow", .protocolError),
        .ready("/no-length"),
        .failed("/no-length-cut", .truncated),
        .failed("/reset", .truncated),
        .failed("/reset?after=0", .truncated),
        .failed("/reset?after=-1", .protocolError, asks: nil, note: keptConnection),
        .rejected("/empty", .empty),
        .failed("/empty-reply", .protocolError, asks: nil, note: keptConnection),
    ]

    private static let keptConnection =
        "where a kept connection brings no answer, the request goes out once more on a new one"

    private static let heads: [HostileRow] =
        ["garbage", "nocode", "code", "version", "sip"].map {
            .failed("/bad-status-line?mode=\($0)", .protocolError, asks: nil, note: keptConnection)
        }
        + [
            .failed("/http09", .protocolError, asks: nil, note: keptConnection),
            .ready("/header-flood?n=100"),
            .failed("/header-flood", .protocolError),
            .ready("/header-huge?kb=8"),
            .failed("/header-huge", .protocolError),
            .failed("/header-endless?mb=8", .protocolError),
            .ready("/continue"),
            .ready("/continue?code=102"),
            .ready("/continue?code=103&n=3"),
            .ready("/disposition"),
            .ready("/disposition?form=token&name=..%2F..%2Fa.png"),
            .ready("/disposition?form=star&name=caf%C3%A9%00.png"),
            .ready("/disposition?form=both&name=%2Fetc%2Fpasswd"),
            .ready("/disposition?form=raw"),
            .ready("/disposition?name=\(String(repeating: "n", count: 3000))"),
        ]

    private static let statuses: [HostileRow] =
        [206].map { .failed("/status/\($0)", .protocolError, note: "a part that nobody asked for") }
        + [300, 400, 401, 403, 404, 408, 410, 416, 418, 451, 500, 501, 502, 503, 504, 599, 999]
        .map { .failed("/status/\($0)", .httpStatus) }
        + [301, 302, 303, 307, 308].map { .ready("/status/\($0)") }
        + [200, 201, 203].map { .rejected("/status/\($0)", .notMedia) }
        + [204, 205].map { .rejected("/status/\($0)", .empty) }
        + [
            .failed("/status/302?noloc=1", .protocolError),
            // Once more, since it may have been about conditions of a cache on the way.
            .failed("/status/304", .httpStatus, asks: 2),
            .failed("/status/404?asked=1", .httpStatus, setting: .retrying),
            .failed("/status/503?asked=3", .httpStatus, setting: .retrying, asks: 3),
            .failed("/status/429", .rateLimited),
            .failed("/retry-after?key=once", .rateLimited),
            .failed("/retry-after?key=once503&code=503", .rateLimited),
            .ready("/retry-after?key=seconds", setting: .retrying, asks: 2),
            .ready("/retry-after?key=503&code=503", setting: .retrying, asks: 2),
            .ready("/retry-after?key=date&form=date", setting: .retrying, asks: 2),
            .ready("/retry-after?key=bad&form=bad", setting: .retrying, asks: 2),
            .ready("/retry-after?key=none&form=none", setting: .retrying, asks: 2),
            .failed("/retry-after?key=huge&form=huge", .rateLimited, setting: .retrying),
            .failed("/retry-after?key=late&after=60", .rateLimited, setting: .retrying),
            .failed("/retry-after?key=often&after=0&n=9", .rateLimited, setting: .retrying, asks: 3),
            .failed("/flaky?key=once&how=500", .httpStatus),
            .ready("/flaky?key=reset", setting: .retrying, asks: 2),
            .ready("/flaky?key=500&how=500", setting: .retrying, asks: 2),
            .ready("/flaky?key=short&how=short", setting: .retrying, asks: 2),
            .ready("/flaky?key=empty&how=empty", setting: .retrying, asks: 2),
            .failed("/flaky?key=never&every=9&how=500", .httpStatus, setting: .retrying, asks: 3),
            .failed("/auth", .httpStatus),
            .failed("/auth?scheme=bearer", .httpStatus, setting: .retrying, note: "asking again does not help"),
        ]

    private static let redirects: [HostileRow] =
        [301, 302, 303, 307, 308].map { .ready("/redirect?n=1&code=\($0)") }
        + ["path", "dot", "noslash", "query", "scheme", "fragment", "long"].map {
            .ready("/redirect-relative?mode=\($0)")
        }
        + [
            .ready("/redirect-relative?mode=space", "image/png", File(seed: "a b")),
            .failed("/redirect-relative?mode=empty", .protocolError),
            .failed("/redirect-relative?mode=none", .protocolError),
            .ready("/redirect?n=5&seed=five", "image/png", File(seed: "five")),
            .failed("/redirect?n=6", .tooManyRedirects),
            .failed("/redirect-loop", .tooManyRedirects),
            .ready("/redirect-to"),
            .failed("/redirect-to?url=http://169.254.169.254/", .addressBlocked),
            .failed("/redirect-to?url=http://10.0.0.1/", .addressBlocked),
            .failed("/redirect-to?url=http://localhost/", .nameBlocked),
            .failed("/redirect-to?url=http://8.8.8.8:22/", .portBlocked),
            .failed("/redirect-to?url=file:///etc/hostname", .urlSchemeNotHTTP),
            .ready("/redirect-heavy?mb=4"),
            .failed("/cookie-redirect", .tooManyRedirects, asks: 6, note: "no cookies are kept"),
            .ready("/utf8-path"),
            .ready("/utf8-path?mode=raw"),
        ]

    private static let types: [HostileRow] = [
        .ready("/wrong-type?mode=png-as-html"),
        .rejected("/wrong-type?mode=html-as-png", .notMedia),
        .ready("/wrong-type?mode=jpeg-as-mp4", "image/jpeg", File(kind: "jpeg")),
        .rejected("/wrong-type?mode=zip-as-jpeg", .notMedia),
        .rejected("/wrong-type?mode=exe-as-png", .notMedia),
        .ready("/wrong-type?mode=svg-as-png", "image/svg+xml", File(kind: "svg")),
        .rejected("/wrong-type?mode=text-as-mp3", .notMedia),
        .ready("/wrong-type?mode=png-as-jpeg"),
        .ready("/no-type"),
        .ready("/octet"),
        .ready("/type"),
        .ready("/type?value="),
        .ready("/type?value=image"),
        .ready("/type?value=text/html;charset=x;;%22"),
        .rejected("/polyglot?mode=gif-js", .damaged, note: "a script in the place of its blocks"),
        .ready("/polyglot?mode=jpeg-zip", "image/jpeg", nil),
        .ready("/polyglot?mode=png-html", "image/png", nil),
        .ready("/polyglot?mode=svg-script", "image/svg+xml", nil),
        .rejected("/polyglot?mode=bmp-text", .notMedia),
        .rejected("/polyglot?mode=pdf-head", .notMedia),
        .rejected("/truncated-image", .damaged, note: "whole as HTTP"),
        .rejected("/truncated-image?keep=0", .empty),
    ]

    private static let codings: [HostileRow] = [
        .ready("/gzip", "image/svg+xml", File(kind: "svg")),
        .ready("/gzip?always=0&seed=maybe", "image/svg+xml", File(kind: "svg", seed: "maybe")),
        .ready("/gzip?size=300000", "image/svg+xml", File(kind: "svg", size: 300_000)),
        .failed("/gzip-broken?mode=cut", .truncated),
        .failed("/gzip-broken?mode=crc", .protocolError),
        .failed("/gzip-broken?mode=garbage", .protocolError),
        .failed("/gzip-broken?mode=tail", .protocolError),
        .rejected("/gzip-bomb?mb=256", .tooLarge),
        .rejected("/gzip-bomb?mb=256&layers=2", .tooLarge),
        .rejected("/gzip-bomb?mb=256&layers=3", .tooLarge),
        .failed("/br-unsupported", .protocolError),
        .failed("/br-unsupported?enc=zstd", .protocolError),
        .failed("/br-unsupported?enc=x-unknown", .protocolError),
        .ready("/br-unsupported?enc=identity", "image/svg+xml", File(kind: "svg")),
    ]

    private static let sizes: [HostileRow] = [
        .rejected("/huge?mb=64", .tooLarge),
        .rejected("/huge?mb=64&length=1", .tooLarge),
        .rejected("/huge?mb=64&kind=zero", .tooLarge),
        .ready("/head-lies?mb=1", "image/jpeg", File(kind: "jpeg", size: 1 << 20)),
        .rejected("/head-lies", .tooLarge),
    ]

    private static let caching: [HostileRow] = [
        .ready("/cache", "image/png", File(seed: "1/0")),
        .ready(
            "/cache?key=all&cc=max-age%3D60&etag=auto&lm=10&vary=Accept&age=5&expires=60&date=-5", "image/png",
            File(seed: "1/0")),
        .ready("/cache?key=none&cc=no-store&pragma=no-cache&expires=never", "image/png", File(seed: "1/0")),
        .ready("/etag-flap"),
        .ready("/etag-flap?mode=weak"),
        .ready("/etag-flap?mode=same-tag", "image/png", nil),
    ]

    private static let ranges: [HostileRow] =
        [
            .failed("/resume?key=once", .truncated),
            .ready("/resume", "image/png", File(size: 100_000), setting: .retrying, asks: 2),
            .ready(
                "/resume?key=b&noetag=1", "image/png", File(size: 100_000), setting: .retrying, asks: 2, parts: [],
                note: "without a validator the rest may be another file's"),
            .ready("/range-ignored", "image/png", File(size: 100_000), setting: .retrying, asks: 2),
        ]
        + ["offset", "total", "length", "missing", "multipart", "unit", "416"].map {
            .ready("/range-broken?mode=\($0)", "image/png", File(size: 100_000), setting: .retrying, asks: nil)
        }
        + ["key=a", "key=b&ifrange=0", "key=c&noetag=1"].map {
            .ready(
                "/range-changing?\($0)", "image/png", File(size: 100_000, seed: "changing/2"),
                File(size: 100_000, seed: "changing/3"), setting: .retrying, asks: nil,
                note: "another file each time, so a file of two answers is neither")
        }
}
