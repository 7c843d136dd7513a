import AttachmentTesting

/// A run that finds everything in the cache, beside `curl --version`: start, answer, end.
struct WarmRun {
    let place: Workplace
    let pairs: Int

    func measure(_ report: Report) async throws {
        report.section("Warm run: four attachments from the cache, \(pairs) pairs")
        let media = GeneratedMedia()
        let origin = try ScriptedOrigin { media.response(to: $0) ?? .status(404) }
        defer { origin.stop() }
        let urls = (1...4).map { origin.url("/unique/\($0).jpg?size=40000") }
        let file = try place.directory.write(payload(urls), to: "warm.json")
        let arguments = [
            "fetch", file, "--cache", place.directory.path(of: "warm-cache"), "--allow-origin", origin.origin,
        ]
        try check(await ChildProcess.run(place.tool, arguments), source: "network")
        let asked = origin.requestCount

        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<pairs {
            ours.append(try await warm(arguments))
            theirs.append(try await ChildProcess.run("curl", ["--version"]).end.wall.inMilliseconds)
        }
        guard origin.requestCount == asked else { throw BenchFault("the warm runs asked the network") }
        report.figure("attachfetch, median", "\(median(ours).digits(1)) ms")
        report.figure("curl --version, median", "\(median(theirs).digits(1)) ms")
        report.target("ratio", median(ours) / median(theirs), below: 2, digits: 2, unit: "")
    }

    private func warm(_ arguments: [String]) async throws -> Double {
        let result = try await ChildProcess.run(place.tool, arguments)
        try check(result, source: "cache")
        return result.end.wall.inMilliseconds
    }

    private func check(_ result: ProcessResult, source: String) throws {
        guard result.exitCode == 0, result.outputText.contains("\"\(source)\"") else {
            throw BenchFault("warm run: not answered from \(source)\n\(result.errorText)\(result.outputText)")
        }
    }
}
