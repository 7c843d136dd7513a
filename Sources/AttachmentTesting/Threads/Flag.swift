import Synchronization

/// A bit that is set once and never cleared.
final class Flag: Sendable {
    private let bit = Atomic<Bool>(false)

    var isSet: Bool { bit.load(ordering: .acquiring) }

    func set() {
        bit.store(true, ordering: .releasing)
    }
}
