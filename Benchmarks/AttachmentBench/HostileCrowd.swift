import AttachmentTesting

/// A thousand hostile origins at once: how long after its deadline the process ends, and its memory.
struct HostileCrowd {
    let place: Workplace
    let runs: Int
    let transfers: Int
    let deadline: Int

    func measure(_ report: Report) async throws {
        try raiseOpenFileLimit()
        let routes = try HostileRoutes()
        let handler: ScriptedOrigin.Handler = { routes.response(to: $0) ?? .status(404) }
        let authority = try TestAuthority()
        let certificate = try authority.certificate(for: ["127.0.0.1"])
        try await measure(report, over: "cleartext", bytesEach: 65536) { try ScriptedOrigin(handler: handler) }
        try await measure(report, over: "TLS", bytesEach: 131_072, issuer: authority.pem) {
            try ScriptedOrigin(tls: TLSServing(certificate: certificate), handler: handler)
        }
    }

    private func measure(
        _ report: Report, over name: String, bytesEach: Int, issuer: String? = nil,
        _ makeOrigin: () throws -> ScriptedOrigin
    ) async throws {
        report.section("Hostile: \(transfers) transfers at once over \(name), \(runs) runs with --deadline \(deadline)")
        var late: [Double] = []
        var resident = 0
        for run in 0..<runs {
            let origin = try makeOrigin()
            defer { origin.stop() }
            let (milliseconds, peak) = try await fetch(from: origin, issuer, "\(name)-\(run)")
            late.append(milliseconds)
            resident = max(resident, peak)
        }
        report.figure("lateness, median", "\(median(late).digits(1)) ms")
        report.target("lateness, worst", late.max() ?? 0, below: 50, digits: 1, unit: " ms")
        let allowed = 25e6 + Double(transfers * bytesEach)
        report.target("resident, high water", Double(resident) / 1e6, below: allowed / 1e6, digits: 1, unit: " MB")
    }

    /// Milliseconds past the deadline, and the largest resident set in bytes.
    private func fetch(
        from origin: ScriptedOrigin, _ issuer: String?, _ name: String
    ) async throws -> (late: Double, resident: Int) {
        let urls = (0..<transfers).map { origin.url(Self.target($0)) }
        let file = try place.directory.write(payload(urls), to: "\(name).json")
        let policy = try place.directory.write(try self.policy(issuer, name), to: "\(name)-policy.json")
        let child = try ChildProcess(
            place.tool,
            [
                "fetch", file, "--policy", policy, "--cache", place.directory.path(of: "\(name)-cache"),
                "--allow-origin", origin.origin, "--deadline", "\(deadline)",
            ])
        let resident = await residentPeak(of: child.identifier)
        let result = await child.result()
        let expired = result.outputText.matches(of: /"state": "expired"/).count
        guard result.exitCode == 1, expired >= transfers / 4 else {
            throw BenchFault("hostile: exit \(result.end) with \(expired) expired records\n\(result.errorText)")
        }
        return (result.end.wall.inMilliseconds - Double(deadline * 1000), resident)
    }

    private func policy(_ issuer: String?, _ name: String) throws -> String {
        let file = try issuer.map { try place.directory.write($0, to: "\(name)-issuer.pem") }
        let trusted = file.map { "\"\($0)\"" } ?? "null"
        return """
            {"version": 1, "network": {"maxConnections": \(transfers), "maxConnectionsPerHost": \(transfers),
              "caFile": \(trusted)}}

            """
    }

    /// A third never ends, a third fails, a third is media; each URL once.
    private static func target(_ number: Int) -> String {
        let target = targets[number % targets.count]
        return "\(target)\(target.contains("?") ? "&" : "?")number=\(number)"
    }

    private static let targets = [
        "/silent", "/ok", "/short", "/stall?after=1000", "/chunked", "/reset", "/drip?interval=0.05", "/ok?kind=jpeg",
        "/chunked-broken", "/drip-head", "/no-length", "/status/404", "/slow?bps=20000&size=4000000", "/octet",
        "/gzip-broken?mode=crc", "/stall?after=100000&size=2000000&kind=jpeg", "/gzip", "/wrong-type?mode=html-as-png",
        "/firstbyte?delay=60", "/type?value=x", "/redirect-loop",
    ]
}
