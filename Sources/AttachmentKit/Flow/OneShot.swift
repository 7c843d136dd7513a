import AttachmentThreads

/// Something that happens once, and one who waits for it.
final class OneShot: Sendable {
    private let state = Locked<(hasFired: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

    func fire() {
        let waiter = state.withLock { state in
            state.hasFired = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns once it has happened. Called once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasFired { state.waiter = continuation }
                return state.hasFired
            }
            if isOver { continuation.resume() }
        }
    }
}
