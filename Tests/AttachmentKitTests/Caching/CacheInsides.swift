@testable import AttachmentKit
import AttachmentStore
import AttachmentTesting
import AttachmentURL

// Looks behind the public face, where what is kept shows nowhere else.

extension AttachmentFetcher {
    /// The cache that it stands on.
    var store: MediaStore { core.store }

    /// Whether anybody waits for what is being asked for.
    var isAsking: Bool { core.loader.flights.memberCount > 0 }

    /// Suspends until so many wait for what is being asked for.
    func waiters(_ count: Int) async {
        while core.loader.flights.memberCount < count, !Task.isCancelled { await Task.yield() }
    }
}

extension KitHarness {
    /// The text of the cache key of a target.
    func key(of target: String) throws -> String { try RequestURL.parse(origin.url(target)).cacheKeyText }

    /// What is stored of a target, all variants.
    func stored(of target: String) async throws -> [StoredResponse] {
        let url = try key(of: target)
        return try await withFetcher { try $0.store.knowledge(of: url, origin: origin.origin).responses }
    }

    /// The fields of the one response that is stored of a target.
    func storedHeaders(of target: String) async throws -> HTTPHeaders {
        try await stored(of: target).first?.response.headers ?? HTTPHeaders()
    }
}
