import AttachmentTesting

/// One way in which an origin keeps a client waiting.
struct Stall: Sendable {
    let name: String
    /// The URL of a medium that never comes; distinct for each number, since a failure is remembered.
    let url: @Sendable (Int) -> String
    /// What `--allow-origin` needs.
    let allowed: String?
    /// `network.dnsServers` of the policy.
    var nameServer: String?
}

/// All stalls of the promise, with the servers behind them.
struct Stalls {
    let all: [Stall]
    private let servers: [any AnyObject & Sendable]
    private let origin: ScriptedOrigin
    private let silent: SilentListener

    init() throws {
        let names = try NameServer.silent()
        let unreachable = try FullBacklogListener()
        silent = try SilentListener()
        let body = OriginBody([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 200_000))
        let media = ScriptedResponse.ok(body, type: "image/jpeg")
        origin = try ScriptedOrigin { request in
            switch request.path.split(separator: "/").first {
            case "first-byte": media.stalling(at: .beforeFirstByte)
            case "head": media.stalling(at: .head(30))
            case "middle": media.stalling(at: .body(100_000))
            case "drip": media.dripping(bytes: 200, every: 50)
            default: .status(404)
            }
        }
        servers = [names, unreachable]
        let (blocked, mute) = ("http://127.0.0.1:\(unreachable.port)", "https://127.0.0.1:\(silent.port)")
        let served = origin.origin
        all =
            [
                Stall(
                    name: "resolving", url: { "http://stalls.example/\($0).jpg" }, allowed: nil,
                    nameServer: names.address),
                Stall(name: "connecting", url: { "\(blocked)/\($0).jpg" }, allowed: blocked),
                Stall(name: "tls", url: { "\(mute)/\($0).jpg" }, allowed: mute),
            ]
            + ["first-byte", "head", "middle", "drip"].map { kind in
                Stall(name: kind, url: { "\(served)/\(kind)/\($0).jpg" }, allowed: served)
            }
    }

    func stop() {
        origin.stop()
        silent.stop()
    }
}
