/// Slowness.
extension HostileRoute {
    static let pace = [slow, stall, firstByte, drip, dripHead, silent]

    private static let slow = HostileRoute("/slow", takes: "bps=20000", "the body at `bps` bytes a second") { ask in
        let rate = ask.number("bps", else: 20_000, in: 1...1_000_000_000)
        return ask.media().response.dripping(bytes: max(1, rate / 20), every: 50)
    }

    private static let stall = HostileRoute(
        "/stall", takes: "after=1000 hold=300", "`after` bytes of the body, then silence on an open connection"
    ) { ask in
        let point = ScriptedResponse.Point.body(ask.number("after", else: 1000, in: 0...1 << 40))
        return ask.media().response.pausing(ask.milliseconds("hold", else: 300), at: point).cut(at: point)
    }

    private static let firstByte = HostileRoute(
        "/firstbyte", takes: "delay=2", "waits `delay` seconds before the status line"
    ) { $0.media().response.pausing($0.milliseconds("delay", else: 2), at: .beforeFirstByte) }

    private static let drip = HostileRoute(
        "/drip", takes: "interval=0.1 step=1", "`step` bytes of the body every `interval` seconds"
    ) { ask in
        let step = ask.number("step", else: 1, in: 1...1 << 30)
        return ask.media(size: 500).response.dripping(bytes: step, every: ask.milliseconds("interval", else: 0.1))
    }

    private static let dripHead = HostileRoute(
        "/drip-head", takes: "interval=0.1", "a byte of the head every `interval` seconds, then the body"
    ) { $0.media(size: 500).response.drippingHead(bytes: 1, every: $0.milliseconds("interval", else: 0.1)) }

    private static let silent = HostileRoute(
        "/silent", takes: "hold=300", media: false, "takes the request and never answers"
    ) { ask in
        ScriptedResponse().pausing(ask.milliseconds("hold", else: 300), at: .beforeFirstByte).cut(at: .beforeFirstByte)
    }
}
