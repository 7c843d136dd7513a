public import AttachmentDomain

// What is known of URLs and their origins without new bytes. Each call has two forms: with `then`, which is called once,
// on the writing thread, where it must not block; and for tasks. Many calls of one moment share one transaction.
extension MediaStore {
    /// Enters responses without a new body: new times after a revalidation, the hops of a redirect, answers without
    /// media. A `digest` counts only if the cache holds that object. Failures of these URLs are forgotten.
    ///
    /// - Parameter purgeMark: ``URLKnowledge/purgeMark`` from before the fetch; nothing is entered for a URL that was
    ///   purged since.
    public func update(
        _ responses: [StoredResponse], since purgeMark: Int64,
        then: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        writer.write(
            { session throws(StoreError) in
                try ResponseEntry(session: session, purgeMark: purgeMark).enter(responses)
            }, then: then)
    }

    /// The same for a task.
    public func update(_ responses: [StoredResponse], since purgeMark: Int64) async throws(StoreError) {
        try await waiting { then in update(responses, since: purgeMark, then: then) }
    }

    /// Forgets what is stored of a URL since its newest answer may not be stored, and its failure, since it answered.
    ///
    /// - Parameters:
    ///   - variant: the variant whose response goes; nil for all.
    ///   - uncacheableUntil: Unix seconds until which ``URLKnowledge/isUncacheable`` says so; nil where only the
    ///     responses are to go.
    ///   - purgeMark: as in ``update(_:since:then:)``.
    public func setAside(
        _ url: String, variant: Variant? = nil, uncacheableUntil: Int64?, since purgeMark: Int64,
        then: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        writer.write(
            { session throws(StoreError) in
                try ResponseEntry(session: session, purgeMark: purgeMark)
                    .setAside(url, variant, until: uncacheableUntil)
            }, then: then)
    }

    /// The same for a task.
    public func setAside(
        _ url: String, variant: Variant? = nil, uncacheableUntil: Int64?, since purgeMark: Int64
    ) async throws(StoreError) {
        try await waiting { then in
            setAside(url, variant: variant, uncacheableUntil: uncacheableUntil, since: purgeMark, then: then)
        }
    }

    /// Remembers a failure, in the place of an earlier one of the same URL. What responses there are stay.
    ///
    /// - Parameter purgeMark: as in ``update(_:since:then:)``.
    public func remember(
        _ failure: StoredFailure, since purgeMark: Int64,
        then: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        writer.write(
            { session throws(StoreError) in
                try ResponseEntry(session: session, purgeMark: purgeMark).remember(failure)
            }, then: then)
    }

    /// The same for a task.
    public func remember(_ failure: StoredFailure, since purgeMark: Int64) async throws(StoreError) {
        try await waiting { then in remember(failure, since: purgeMark, then: then) }
    }

    /// Notes that an origin asked to be left alone until that time, in Unix seconds. A pause that lasts longer stays.
    public func pause(
        _ origin: String, until: Int64, message: String, then: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        writer.write(
            { session throws(StoreError) in
                try PauseRow.enter(origin, OriginPause(until: until, message: message), in: session.index)
            }, then: then)
    }

    /// The same for a task.
    public func pause(_ origin: String, until: Int64, message: String) async throws(StoreError) {
        try await waiting { then in pause(origin, until: until, message: message, then: then) }
    }

    /// Waits for the answer of a call that takes a closure.
    func waiting<Value: Sendable>(
        for call: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            call { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
