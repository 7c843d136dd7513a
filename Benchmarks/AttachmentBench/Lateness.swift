import AttachmentTesting

/// How long after its deadline a process ends when the origin stalls, measured from the start of the process.
struct Lateness {
    let place: Workplace
    let runs: Int
    let deadline: Int

    func measure(_ report: Report) async throws {
        report.section("Lateness: \(runs) runs with --deadline \(deadline), from start of process to exit")
        let stalls = try Stalls()
        defer { stalls.stop() }
        let jobs = try stalls.all.map { try prepare($0) }
        var late: [String: [Double]] = [:]
        // One of each kind at a time: they wait side by side, and hardly disturb each other.
        for first in stride(from: 0, to: runs, by: jobs.count) {
            let round = jobs.prefix(runs - first)
            let results = try await withThrowingTaskGroup(of: (String, Double).self) { group in
                for job in round {
                    group.addTask { (job.stall.name, try await lateness(job, run: first)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (name, milliseconds) in results { late[name, default: []].append(milliseconds) }
        }
        for stall in stalls.all {
            guard let values = late[stall.name] else { continue }
            report.figure(
                stall.name, "median \(median(values).digits(1)) ms, worst \((values.max() ?? 0).digits(1)) ms")
        }
        let all = late.values.flatMap { $0 }
        report.figure("all \(all.count), median", "\(median(all).digits(1)) ms")
        report.target("worst", all.max() ?? 0, below: 100, digits: 1, unit: " ms")
    }

    private struct Job: Sendable {
        let stall: Stall
        let options: [String]
    }

    private func prepare(_ stall: Stall) throws -> Job {
        let servers = stall.nameServer.map { "\"\($0)\"" } ?? ""
        let policy = try place.directory.write(
            "{\"version\": 1, \"network\": {\"dnsServers\": [\(servers)]}}\n", to: "\(stall.name)-policy.json")
        let allowed = stall.allowed.map { ["--allow-origin", $0] } ?? []
        return Job(
            stall: stall,
            options: [
                "--policy", policy, "--cache", place.directory.path(of: "\(stall.name)-cache"),
                "--deadline", "\(deadline)",
            ] + allowed)
    }

    /// Milliseconds past the deadline; negative before it.
    private func lateness(_ job: Job, run: Int) async throws -> Double {
        let file = try place.directory.write(payload([job.stall.url(run)]), to: "\(job.stall.name)-\(run).json")
        let result = try await ChildProcess.run(place.tool, ["fetch", file] + job.options)
        guard result.exitCode == 1, result.outputText.contains("\"expired\"") else {
            throw BenchFault(
                "lateness, \(job.stall.name): exit \(result.end) without an expired record\n"
                    + result.errorText + result.outputText)
        }
        return result.end.wall.inMilliseconds - Double(deadline * 1000)
    }
}
