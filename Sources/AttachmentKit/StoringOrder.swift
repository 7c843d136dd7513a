import AttachmentThreads

/// The order in which calls that run side by side store their pushes.
///
/// Which of two pushes is newer, and which keeps a key that both claim, would else be a matter of chance.
public final class StoringOrder: Sendable {
    private let last = Locked<OneShot?>(nil)

    public init() {}

    /// The turn after all that were given before. Each belongs to one call, which holds it up until its push is
    /// queued; one that is dropped unused lets the next go.
    public func next() -> StoringTurn {
        let own = OneShot()
        let previous = last.withLock { last in
            defer { last = own }
            return last
        }
        return StoringTurn(after: previous, own)
    }
}

/// The place of one call among others.
public final class StoringTurn: Sendable {
    private let previous: OneShot?
    private let own: OneShot

    init(after previous: OneShot?, _ own: OneShot) {
        self.previous = previous
        self.own = own
    }

    deinit {
        own.fire()
    }

    /// Returns when the call before has queued its push. Called once.
    func come() async {
        await previous?.wait()
    }

    /// Lets the next call go.
    func pass() {
        own.fire()
    }
}
