import AttachmentDomain
import AttachmentThreads
import Synchronization

/// The one thread of a store that writes to its index; it starts with the first write.
final class Writer: Sendable {
    private let root: Root
    private let start: @Sendable (WriteQueue) -> Void
    private let queue = WriteQueue()
    private let logPages = LogLength()
    private let thread = Locked(State.waiting)

    private enum State {
        case waiting
        case running(DedicatedThread)
        case closed
    }

    init(
        root: Root, file: IndexFile, durability: CacheLimits.Durability, clock: WallClock, uses: UseNotes
    ) {
        self.root = root
        self.start = { [logPages] queue in
            WriteLoop(root: root, file: file, durability: durability, clock: clock, uses: uses, logPages: logPages)
                .run(queue)
        }
    }

    /// Whether the log is so long that it should be emptied before the process ends.
    var hasLongLog: Bool { logPages.pages.load(ordering: .relaxed) > WriteLoop.closingLogPages }

    /// Does the work in a transaction, together with all that waits at that moment, and returns after the commit.
    ///
    /// The work runs on the writing thread, and once more if another of the same transaction fails. Works run in the
    /// order in which they were queued, and `whenQueued` is called as soon as this one is.
    func write<Value: Sendable>(
        whenQueued: () -> Void = {}, _ work: @escaping @Sendable (WriteSession) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            defer { whenQueued() }
            write(work) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// The same for callers that are no task: `then` is called once, on the writing thread, where it must not block.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (WriteSession) throws(StoreError) -> Value,
        then: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        submit(
            QueuedWrite(
                run: { session throws(StoreError) in
                    let value = try work(session)
                    return { then(.success(value)) }
                }, fail: { then(.failure($0)) }))
    }

    /// Does the work some time later; nobody learns whether it succeeded, so it must be of a kind that any later use of
    /// the cache would do again.
    func writeLater(_ work: @escaping @Sendable (WriteSession) throws(StoreError) -> Void) {
        submit(
            QueuedWrite(
                run: { session throws(StoreError) in
                    try work(session)
                    return {}
                }, fail: { _ in }))
    }

    /// Finishes what was submitted and ends the thread. Blocks until then. What comes later fails.
    func close() {
        let before = thread.withLock { state in
            let before = state
            state = .closed
            return before
        }
        queue.close()
        if case .running(let thread) = before { thread.join() }
    }

    /// Records uses that nothing else has recorded, so that figures survive a store that only read.
    func flush(_ uses: UseNotes) {
        if !uses.isEmpty { writeLater { _ throws(StoreError) in } }
    }

    private func submit(_ write: QueuedWrite) {
        do throws(StoreError) {
            // Started first: what is in the queue must meet a thread.
            try startIfNeeded()
            guard queue.add(write) else { throw StoreError.closed(path: root.path) }
        } catch {
            write.fail(error)
        }
    }

    private func startIfNeeded() throws(StoreError) {
        try thread.withLock { [start, queue] state throws(StoreError) in
            guard case .waiting = state else { return }
            do throws(ThreadFault) {
                state = .running(try DedicatedThread(named: "index") { start(queue) })
            } catch {
                throw StoreError.fileFailed(.begin, path: "the thread of the index", errno: error.errno)
            }
        }
    }
}

/// How long the log was after the last commit of this process, in pages.
final class LogLength: Sendable {
    let pages = Atomic(0)
}
