public import AttachmentDomain
import AttachmentStore
import AttachmentThreads

extension AttachmentFetcher {
    /// Writes a copy of a ready attachment into a directory, as `INDEX-fileName`, and gives its path.
    ///
    /// The copy appears whole, by rename, and never follows a symbolic link. It is the caller's: it may be changed,
    /// moved or attached, and the cache does not change with it. The directory is made if missing.
    ///
    /// - Throws: ``AttachmentError`` of kind `file` where the record is not ready, its object is no longer in the cache,
    ///   or the copy cannot be written.
    public func materialize(
        _ record: AttachmentRecord, to directory: String
    ) async throws(AttachmentError) -> String {
        guard record.state == .ready, let digest = record.digest, let fileName = record.fileName else {
            throw AttachmentError(
                .file, Finding(.inputNotFound, "attachment \(record.index) of push \(record.pushKey) is not ready"))
        }
        try await makeDirectory(directory)
        let path = "\(directory)/\(record.index)-\(fileName)"
        let store = core.store
        let copied = await core.workers.run { () -> Result<Bool, StoreError> in
            Result { () throws(StoreError) in
                guard let object = try store.object(digest) else { return false }
                try store.copy(object, to: path)
                return true
            }
        }
        switch copied {
        case .success(true): return path
        case .success(false):
            throw AttachmentError(
                .file,
                Finding(
                    .inputNotFound, "\(digest) is no longer in the cache", remedy: "fetch the payload again"))
        case .failure(let error): throw AttachmentError(.file, error.finding)
        }
    }

    /// Makes a directory with its parents where they are missing.
    func makeDirectory(_ path: String) async throws(AttachmentError) {
        let result = await core.workers.run {
            Result { () throws(AttachmentError) in try CopiesDirectory.make(path) }
        }
        try result.get()
    }
}
