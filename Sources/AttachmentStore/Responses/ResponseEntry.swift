import AttachmentDomain

/// Entering the responses of one fetch inside a transaction.
struct ResponseEntry {
    let session: WriteSession
    /// The count of purges when the fetch began.
    let purgeMark: Int64

    /// Enters responses of a fetch unless their URLs were purged since it began; what was remembered against these URLs
    /// goes.
    ///
    /// - Parameter object: the body of the last. The bodies of others, and of the last where this is nil, are found by
    ///   their digests.
    func enter(_ responses: [StoredResponse], object: Int64? = nil) throws(StoreError) {
        for (position, response) in responses.enumerated() {
            try enter(response, object: position == responses.count - 1 ? object : nil)
        }
    }

    private func enter(_ response: StoredResponse, object: Int64?) throws(StoreError) {
        let key = URLRow.key(of: response.url)
        guard try !isPurged(key) else { return }
        var object = object
        if object == nil, let digest = response.digest {
            object = try ObjectRow.identifier(of: digest, in: session.index)
        }
        try ResponseRow.enter(response, key: key, object: object, in: session.index)
        let restraints = try session.knownRestraints()
        if restraints.hasFailures { _ = try FailureRow.remove(key, in: session.index) }
        if restraints.hasUncacheable { _ = try UncacheableRow.remove(key, in: session.index) }
    }

    /// Whether a purge of the URL came after the fetch began.
    private func isPurged(_ key: SQLValue) throws(StoreError) -> Bool {
        guard try session.knownRestraints().purgeMark != purgeMark else { return false }
        return try PurgeRow.isPurged(key, since: purgeMark, in: session.index)
    }

    /// Forgets what is stored of a URL whose answer may not be stored.
    func setAside(_ url: String, _ variant: Variant?, until: Int64?) throws(StoreError) {
        let key = URLRow.key(of: url)
        guard try !isPurged(key) else { return }
        _ = try ResponseRow.remove(key, variant, in: session.index)
        _ = try FailureRow.remove(key, in: session.index)
        guard let until else { return }
        try UncacheableRow.note(key, until: until, in: session.index)
        session.restrain { $0.hasUncacheable = true }
    }

    /// Remembers a failure beside what is stored.
    func remember(_ failure: StoredFailure) throws(StoreError) {
        let key = URLRow.key(of: failure.url)
        guard try !isPurged(key) else { return }
        try FailureRow.enter(failure, key: key, in: session.index)
        session.restrain { $0.hasFailures = true }
    }
}
