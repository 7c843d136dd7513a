import AttachmentTesting

/// The memory of a process that fetches one large video.
struct VideoMemory {
    let place: Workplace
    let runs: Int
    let bytes: Int

    func measure(_ report: Report) async throws {
        report.section("Memory: one video of \(bytes) bytes, \(runs) runs, the largest")
        let media = GeneratedMedia()
        let origin = try ScriptedOrigin { media.response(to: $0) ?? .status(404) }
        defer { origin.stop() }
        let file = try place.directory.write(payload([origin.url("/big.mp4?size=\(bytes)")]), to: "video.json")
        var largest = MemoryPeak()
        for run in 0..<runs {
            let peak = try await peak(of: [
                "fetch", file, "--cache", place.directory.path(of: "video-\(run)"), "--allow-origin", origin.origin,
            ])
            largest.anonymous = max(largest.anonymous, peak.anonymous)
            largest.resident = max(largest.resident, peak.resident)
            largest.samples += peak.samples
        }
        report.figure("samples", "\(largest.samples)")
        report.target("anonymous", Double(largest.anonymous) / 1e6, below: 12, digits: 1, unit: " MB")
        report.target("resident, high water", Double(largest.resident) / 1e6, below: 32, digits: 1, unit: " MB")
    }

    private func peak(of arguments: [String]) async throws -> MemoryPeak {
        let child = try ChildProcess(place.tool, arguments)
        let peak = await sampleMemory(of: child.identifier)
        let result = await child.result()
        guard result.exitCode == 0, result.outputText.contains("\"ready\"") else {
            throw BenchFault("memory: the video was not fetched\n\(result.errorText)\(result.outputText)")
        }
        return peak
    }
}
