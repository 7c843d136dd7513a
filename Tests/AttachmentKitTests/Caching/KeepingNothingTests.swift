import AttachmentDomain
@testable import AttachmentKit
import AttachmentTesting
import AttachmentURL
import Glibc
import Testing

/// A fetcher that runs for days keeps nothing of the calls that are over.
@Suite(.timeLimit(.minutes(1)))
struct KeepingNothingTests {
    @Test func `given loads that report to their group, when all have ended, then nothing keeps it`() async throws {
        let url = try RequestURL.parse("https://media.example.com/a.gif")
        let request = LoadRequest(url: url, limits: JudgedLimits(judgedBy: [], policy: CachePolicy()))
        weak var kept: LoadGroup?
        await LoadGroup.run { group in
            kept = group
            let load = Load(request, time: TransferTime(deadline: .none)) { _ in group.finishOne() }
            group.add([load])
            load.finish(.failed(LoadFailure(Finding(.cancelled, "over"))))
        }
        #expect(kept == nil)
    }

    @Test func `given an answer that is not stored, when its call is over, then its file goes before the deadline`()
        async throws
    {
        let gif = try ScriptedResponse.gif("no-store")
        let harness = try KitHarness { _ in gif }
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            var response: GetResponse? = try await fetcher.get(url, deadline: .after(.seconds(1000)))
            #expect(response?.body != nil)
            #expect(Self.files(harness) == 1)
            response = nil
            await fetcher.settle()
            while Self.files(harness) > 0, !Task.isCancelled { await Task.yield() }
            #expect(Self.files(harness) == 0)
        }
    }

    /// How many objects the cache holds, in the index or not.
    private static func files(_ harness: KitHarness) -> Int {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(harness.cache)/objects/sha256/*/*", 0, nil, &found) == 0 else { return 0 }
        return Int(found.gl_pathc)
    }
}
