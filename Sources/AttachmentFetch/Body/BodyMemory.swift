/// How many bytes of bodies under way are in memory, over all transfers of a loop.
///
/// A thousand slow bodies must not take a thousand times what one may: beyond the budget, each but the smallest moves to
/// its spool.
final class BodyMemory {
    /// In bytes.
    private static let budget = 8 << 20
    /// A body up to this many bytes stays in memory whatever the others take.
    private static let smallest = 16384

    private var used = 0

    /// Whether a body of so many bytes should leave memory.
    func isTooFull(for count: Int) -> Bool {
        used > Self.budget && count > Self.smallest
    }

    func add(_ count: Int) {
        used += count
    }

    func remove(_ count: Int) {
        used -= count
    }
}
