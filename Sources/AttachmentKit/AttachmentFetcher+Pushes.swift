public import AttachmentDomain
import AttachmentStore
import AttachmentThreads

extension AttachmentFetcher {
    /// Stored pushes with their attachments, newest first.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - before: only those stored before that ``AttachmentDomain/PushEntry/sequence``; nil for the newest.
    public func pushes(limit: Int, before: Int64? = nil) async throws(AttachmentError) -> [PushEntry] {
        try await reading { store throws(StoreError) in try store.pushes(limit: limit, before: before) }
    }

    /// One stored push by its unique key; nil if there is none.
    public func push(_ key: String) async throws(AttachmentError) -> PushEntry? {
        try await reading { store throws(StoreError) in try store.push(key) }
    }

    /// The counts of the cache.
    public func stats() async throws(AttachmentError) -> CacheStats {
        try await reading { store throws(StoreError) in try store.stats() }
    }

    /// The absolute path of an object; nil if the cache does not have it. It is leased for an hour.
    public func path(of digest: Digest) async throws(AttachmentError) -> String? {
        let object = try await reading { store throws(StoreError) in try store.object(digest) }
        guard let object else { return nil }
        do throws(StoreError) {
            try await core.store.lease([digest], seconds: 3600)
        } catch {
            throw AttachmentError(.cache, error.finding)
        }
        return object.path
    }

    private func reading<Value: Sendable>(
        _ read: @escaping @Sendable (MediaStore) throws(StoreError) -> Value
    ) async throws(AttachmentError) -> Value {
        let store = core.store
        let result = await core.workers.run { Result { () throws(StoreError) in try read(store) } }
        switch result {
        case .success(let value): return value
        case .failure(let error): throw AttachmentError(.cache, error.finding)
        }
    }
}
