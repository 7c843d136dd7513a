import Glibc

/// Runs `body` on a new thread of its own, which ends with it.
///
/// Swift's default pool has as many threads as there are cores; blocking work of servers and waiters never goes there.
/// Traps when the system gives no thread: no test can go on without it.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Hundreds of stalled connections are common; what runs here is shallow.
    pthread_attr_setstacksize(&attributes, 512 * 1024)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body))
    let result = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    precondition(result == 0, "pthread_create: \(String(cString: strerror(result)))")
}

/// Runs blocking work on a thread of its own and suspends the caller until it has ended.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        startThread { continuation.resume(returning: work()) }
    }
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
