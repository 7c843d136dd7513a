import AttachmentKit
import AttachmentTesting
import Testing

/// What becomes of every misbehaviour that the hostile origin has: the right state, the right code, and never a byte
/// that is not a whole answer's.
@Suite(.timeLimit(.minutes(1)))
struct HostileRouteTests {
    @Test(arguments: HostileRow.all)
    func `given a hostile answer, when it is fetched, then its row of the table says what becomes of it`(
        row: HostileRow
    ) async throws {
        let outcome = try #require(try await HostileRun.outcomes.value[row.target])
        let record = outcome.record
        let reason = [record.reason?.message, row.note].compactMap(\.self).joined(separator: "; ")
        #expect(record.state == row.state, "\(reason)")
        #expect(record.reason?.code == row.code, "\(reason)")
        if let mediaType = row.mediaType { #expect(record.mediaType == mediaType) }
        if let asks = row.asks { #expect(outcome.asks == asks) }
        if let parts = row.parts { #expect(outcome.parts == parts) }
        try expectFile(of: outcome, row)
    }

    private func expectFile(of outcome: HostileRun.Outcome, _ row: HostileRow) throws {
        guard row.state == .ready else {
            #expect(outcome.bytes == nil)
            return
        }
        let name = try #require(outcome.record.fileName)
        #expect(!name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 < 32 || $0 == UInt8(ascii: "/") })
        guard !row.files.isEmpty else { return }
        let routes = try HostileRun.routes.get()
        let right = row.files.map { routes.media($0.kind, size: $0.size, seed: $0.seed).body.array }
        let bytes = try #require(outcome.bytes)
        // Not in the message: these are files.
        let isRight = right.contains(bytes)
        #expect(isRight, "\(bytes.count) bytes are not those of the route")
    }

    @Test func `given the routes, when the table is read, then each has a row and no target stands twice`() {
        let targets = HostileRow.all.map(\.target)
        #expect(Set(targets).count == targets.count)
        let paths = targets.map { $0.prefix { $0 != "?" } }
        for route in HostileRoutes.all {
            let has = paths.contains { $0 == route.path || (route.takesAllBelow && $0.hasPrefix("\(route.path)/")) }
            #expect(has, "\(route.path) has no row")
        }
    }
}
