/// Sorts the members of an object by name without copying a name.
///
/// Names are dealt out by one byte after the other (a stable radix sort, highest byte first), so that places of one heap
/// stay in the order of the text and reading jumps forward only; small heaps are sorted by comparing.
struct MemberOrder {
    private let text: ValidText
    /// Whether no name holds an escape, so that bytes are looked at in place.
    private let isPlain: Bool
    private let places: UnsafeMutableBufferPointer<UInt32>
    /// As large as `places`: where a heap is dealt to.
    private let table: UnsafeMutableBufferPointer<UInt32>
    private var counts = [Int](repeating: 0, count: 257)

    /// Places that share their first `depth` bytes.
    private struct Heap {
        var range: Range<Int>
        var depth: Int
    }

    private static let smallHeap = 24
    /// Where names hold escapes their bytes are found by reading from the start, which long names make dear.
    private static let deepestEscapedByte = 16
    /// No place of a name: what stands for a duplicate.
    private static let dropped = UInt32.max

    /// Sorts the places of member names from `first` to the end by code point, and keeps of equal names the last place.
    ///
    /// What is in order already, as most objects are, costs one look. Memory: four bytes a member.
    static func sort(_ places: inout [UInt32], from first: Int, text: ValidText) {
        guard places.count - first > 1 else { return }
        let hasDropped = places.withUnsafeMutableBufferPointer { all in
            let heap = UnsafeMutableBufferPointer(rebasing: all[first...])
            if isInOrder(heap, text) { return false }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: heap.count) { table in
                var order = MemberOrder(text: text, places: heap, table: table)
                order.sort()
            }
            return true
        }
        if hasDropped { places.removeSubrange(compact(&places, from: first)...) }
    }

    private init(
        text: ValidText, places: UnsafeMutableBufferPointer<UInt32>, table: UnsafeMutableBufferPointer<UInt32>
    ) {
        self.text = text
        self.places = places
        self.table = table
        isPlain = places.allSatisfy {
            text.bytes[Words.nextQuoteOrBackslash(in: text.bytes, from: Int($0) + 1)] == .quote
        }
    }

    private static func isInOrder(_ heap: UnsafeMutableBufferPointer<UInt32>, _ text: ValidText) -> Bool {
        for next in 1..<heap.count where text.compareStrings(Int(heap[next - 1]), Int(heap[next])) >= 0 {
            return false
        }
        return true
    }

    /// Moves what was not dropped to the front and returns where it ends.
    private static func compact(_ places: inout [UInt32], from first: Int) -> Int {
        var kept = first
        for next in first..<places.count where places[next] != dropped {
            places[kept] = places[next]
            kept += 1
        }
        return kept
    }

    private mutating func sort() {
        var waiting = [Heap(range: places.indices, depth: 0)]
        while let heap = waiting.popLast() {
            if heap.range.count <= Self.smallHeap || !isPlain && heap.depth == Self.deepestEscapedByte {
                compareAndSort(heap)
            } else {
                deal(heap, waiting: &waiting)
            }
        }
    }

    /// Deals the heap out by the byte after those that its names share.
    private mutating func deal(_ heap: Heap, waiting: inout [Heap]) {
        for rank in counts.indices { counts[rank] = 0 }
        for position in heap.range { counts[rank(ofByte: heap.depth, in: places[position])] += 1 }
        if counts.contains(heap.range.count) {
            counts[0] > 0
                ? keepLast(heap.range) : waiting.append(Heap(range: heap.range, depth: heap.depth + 1))
            return
        }
        scatter(heap)
        var start = heap.range.lowerBound
        for rank in counts.indices where counts[rank] > start {
            let range = start..<counts[rank]
            if rank == 0 {
                keepLast(range)
            } else if range.count > 1 {
                waiting.append(Heap(range: range, depth: heap.depth + 1))
            }
            start = range.upperBound
        }
    }

    /// Puts the places of each rank together, in their order; `counts` then tells where each rank ends.
    private mutating func scatter(_ heap: Heap) {
        var start = heap.range.lowerBound
        for rank in counts.indices {
            let count = counts[rank]
            counts[rank] = start
            start += count
        }
        for position in heap.range {
            let rank = rank(ofByte: heap.depth, in: places[position])
            table[counts[rank]] = places[position]
            counts[rank] += 1
        }
        for position in heap.range { places[position] = table[position] }
    }

    /// 0 when the name ends before that byte, else the byte and one.
    @inline(__always)
    private func rank(ofByte depth: Int, in place: UInt32) -> Int {
        guard isPlain else { return rank(ofEscapedByte: depth, in: place) }
        let byte = text.bytes[Int(place) + 1 + depth]
        return byte == .quote ? 0 : Int(byte) + 1
    }

    private func rank(ofEscapedByte depth: Int, in place: UInt32) -> Int {
        var reader = StringReader(text.bytes, at: Int(place))
        for _ in 0..<depth where reader.next() == nil { return 0 }
        return reader.next().map { Int($0) + 1 } ?? 0
    }

    private func compareAndSort(_ heap: Heap) {
        // Names in one text never overlap, so what they share may be passed over as if they began after it.
        let shared = isPlain ? heap.depth : 0
        var part = UnsafeMutableBufferPointer(rebasing: places[heap.range])
        part.sort { left, right in
            let order = text.compareStrings(Int(left) + shared, Int(right) + shared)
            return order == 0 ? left < right : order < 0
        }
        for next in part.indices.dropFirst()
        where text.compareStrings(Int(part[next - 1]) + shared, Int(part[next]) + shared) == 0 {
            part[next - 1] = Self.dropped
        }
    }

    /// Of places of equal names, which stand in the order of the text, keeps the last.
    private func keepLast(_ range: Range<Int>) {
        for position in range.dropLast() { places[position] = Self.dropped }
    }
}
