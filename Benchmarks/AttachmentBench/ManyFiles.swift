import AttachmentDomain
import AttachmentTesting

/// Many small files through the library, beside `curl --parallel` writing the same files.
///
/// Each round has directories of its own, ours and curl's take turns in going first, and nothing is removed before the
/// end: removing would slow down whoever comes next.
struct ManyFiles {
    let place: Workplace
    let pairs: Int
    let files: Int
    let fileBytes: Int

    func measure(_ report: Report) async throws {
        report.section("Many files: \(files) of \(fileBytes) bytes, \(pairs) pairs, durability fast")
        let media = GeneratedMedia()
        let origin = try ScriptedOrigin(keepsRequests: false) { media.response(to: $0) ?? .status(404) }
        defer { origin.stop() }
        let urls = (1...files).map { origin.url("/unique/\($0).jpg?size=\(fileBytes)") }
        let list = try place.directory.write(payload(urls), to: "files.json")

        var (ours, theirs): ([ProcessEnd], [ProcessEnd]) = ([], [])
        for round in 0..<pairs {
            if round % 2 == 0 { ours.append(try await library(list, round, origin.origin)) }
            theirs.append(try await curl(urls, round))
            if round % 2 == 1 { ours.append(try await library(list, round, origin.origin)) }
        }
        show("library", ours, report)
        show("curl --parallel-max 64", theirs, report)
        let ratio = median(ours.map(\.wall.inSeconds)) / median(theirs.map(\.wall.inSeconds))
        report.target("ratio of wall time", ratio, below: 1.2, digits: 2, unit: "")
        report.figure("ratio of processor time", (median(ours.map(\.cpu)) / median(theirs.map(\.cpu))).digits(2))
    }

    private func show(_ name: String, _ ends: [ProcessEnd], _ report: Report) {
        let walls = ends.map(\.wall.inSeconds)
        let range = "\((walls.min() ?? 0).digits(2)) to \((walls.max() ?? 0).digits(2))"
        report.figure(
            "\(name), median",
            "\(median(walls).digits(2)) s (\(range)), processor \(median(ends.map(\.cpu)).digits(2)) s")
    }

    private func library(_ list: String, _ round: Int, _ origin: String) async throws -> ProcessEnd {
        let cache = try place.freshDirectory("library-\(round)")
        let result = try await place.run(place.itself, ["library-round", list, cache, origin, "\(files)"])
        guard result.exitCode == 0 else { throw BenchFault("many files: \(result.errorText)") }
        return result.end
    }

    private func curl(_ urls: [String], _ round: Int) async throws -> ProcessEnd {
        let directory = try place.freshDirectory("curl-\(round)")
        let lines = urls.enumerated().map { "url = \"\($1)\"\noutput = \"\(directory)/\($0).jpg\"\n" }
        let list = try place.directory.write(lines.joined(), to: "curl-\(round).list")
        let result = try await place.run(
            "curl", ["--silent", "--parallel", "--parallel-max", "64", "--config", list])
        guard result.exitCode == 0 else { throw BenchFault("curl ended with \(result.end)") }
        return result.end
    }
}

extension ProcessEnd {
    /// Seconds of processor time.
    var cpu: Double { (userTime + systemTime).inSeconds }
}
