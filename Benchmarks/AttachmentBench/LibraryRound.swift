import AttachmentDomain
import AttachmentKit
import AttachmentTesting

/// Plays an embedding program: fetches one payload through the library and checks that all of it is there.
///
/// Runs in a process of its own, as curl does, so that both are measured from start to end.
func libraryRound(payload: String, cache: String, origin: String, count: Int) async throws {
    var policy = CachePolicy()
    policy.cache.durability = .fast
    policy.network.allowOrigins = [origin]
    let fetcher = try AttachmentFetcher(policy: policy, cache: cache)
    let result = try await fetcher.fetch(try readFile(payload), deadline: Deadline.none)
    await fetcher.shutdown()
    let ready = result.attachments.count { $0.state == .ready }
    let distinct = Set(result.attachments.compactMap(\.digest)).count
    guard ready == count, distinct == count else {
        let reasons = Set(result.attachments.compactMap { $0.reason?.message }).prefix(3).joined(separator: "; ")
        throw BenchFault("\(ready) of \(count) ready, \(distinct) distinct: \(reasons)")
    }
}
