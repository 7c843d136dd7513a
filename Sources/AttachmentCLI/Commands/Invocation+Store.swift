import AttachmentDomain
import AttachmentKit
import AttachmentStore

extension Invocation {
    /// Opens the cache of the call, lends it, and closes it.
    func withStoreAndRefusal<Value>(_ body: (MediaStore) throws(Refusal) -> Value) throws(Refusal) -> Value {
        let policy = try policy().policy
        let directory = try cacheDirectory()
        let store = try refusing { () throws(StoreError) in
            try MediaStore.open(at: directory, limits: policy.cache, pushes: policy.pushes, clock: context.clock)
        }
        defer { store.close() }
        return try body(store)
    }

    func withStore<Value>(_ body: (MediaStore) throws(StoreError) -> Value) throws(Refusal) -> Value {
        try withStoreAndRefusal { store throws(Refusal) in
            try refusing { () throws(StoreError) in try body(store) }
        }
    }

    /// How text for people looks on standard output.
    var style: TextStyle {
        TextStyle(
            isTerminal: context.output.isTerminal, environment: context.environment, usesColor: settings.usesColor)
    }
}

/// Runs an asynchronous step and blocks the calling thread, which is none of Swift's own pool, until it is done.
func onTask<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
) -> Result<Value, Failure> {
    let mailbox = Mailbox<Result<Value, Failure>>()
    Task {
        do throws(Failure) {
            mailbox.post(.success(try await body()))
        } catch {
            mailbox.post(.failure(error))
        }
    }
    return mailbox.takeAll()[0]
}

/// Turns an explained error into the refusal that it means for the call.
func refusing<Value, Failure: ExplainedError>(_ body: () throws(Failure) -> Value) throws(Refusal) -> Value {
    do {
        return try body()
    } catch {
        throw Refusal(error)
    }
}
