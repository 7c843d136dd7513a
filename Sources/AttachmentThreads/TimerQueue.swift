/// Instants at which somebody wants to be looked at, soonest first: a binary heap.
///
/// Nothing is ever taken out early; whoever is woken finds out by itself whether there is still something to do.
public struct TimerQueue<Item> {
    private var heap: [Entry] = []

    private struct Entry {
        var instant: ContinuousClock.Instant
        var item: Item
    }

    public init() {}

    /// The soonest instant.
    public var next: ContinuousClock.Instant? { heap.first?.instant }

    public mutating func add(_ item: Item, at instant: ContinuousClock.Instant) {
        heap.append(Entry(instant: instant, item: item))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].instant < heap[parent].instant else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// The next whose instant has come.
    public mutating func popDue(at now: ContinuousClock.Instant) -> Item? {
        guard let first = heap.first, first.instant <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        return first.item
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].instant < heap[smallest].instant {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
