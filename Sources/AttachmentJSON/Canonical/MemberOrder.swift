/// Sorts the members of an object by name without copying a name.
enum MemberOrder {
    /// Sorts the places of member names from `first` to the end by code point, and keeps of equal names the last place.
    ///
    /// What is in order already, as most objects are, costs one look. Else names are dealt out by their first bytes,
    /// then by the next, and small heaps are sorted by comparing.
    static func sort(_ places: inout [UInt32], from first: Int, text: ValidText) {
        guard places.count - first > 1 else { return }
        places.withUnsafeMutableBufferPointer { all in
            let heap = UnsafeMutableBufferPointer(rebasing: all[first...])
            guard !isInOrder(heap, text) else { return }
            deal(heap, byByte: 0, text)
        }
        removeDuplicates(&places, from: first, text: text)
    }

    private static let smallHeap = 24
    /// Names that share so many bytes are compared instead: dealing looks at one byte a round.
    private static let deepestByte = 64

    private static func isInOrder(_ heap: UnsafeMutableBufferPointer<UInt32>, _ text: ValidText) -> Bool {
        for next in 1..<heap.count where text.compareStrings(Int(heap[next - 1]), Int(heap[next])) >= 0 {
            return false
        }
        return true
    }

    private static func deal(_ heap: UnsafeMutableBufferPointer<UInt32>, byByte depth: Int, _ text: ValidText) {
        if heap.count <= smallHeap || depth == deepestByte {
            var heap = heap
            heap.sort { text.compareStrings(Int($0), Int($1)) < 0 }
            return
        }
        var ends = [Int](repeating: 0, count: 257)
        for place in heap { ends[rank(ofByte: depth, in: place, text)] += 1 }
        for rank in 1..<257 { ends[rank] += ends[rank - 1] }
        permute(heap, byByte: depth, ends: ends, text)
        // Rank 0 holds names that end here: all equal.
        for rank in 1..<257 where ends[rank] - ends[rank - 1] > 1 {
            deal(UnsafeMutableBufferPointer(rebasing: heap[ends[rank - 1]..<ends[rank]]), byByte: depth + 1, text)
        }
    }

    /// Puts each place among those of its rank, in the memory that it stands in.
    private static func permute(
        _ heap: UnsafeMutableBufferPointer<UInt32>, byByte depth: Int, ends: [Int], _ text: ValidText
    ) {
        var next = [0] + ends.dropLast()
        for rank in 0..<257 {
            while next[rank] < ends[rank] {
                let place = heap[next[rank]]
                let target = self.rank(ofByte: depth, in: place, text)
                if target != rank { heap.swapAt(next[rank], next[target]) }
                next[target] += 1
            }
        }
    }

    /// 0 when the name has no such byte, else the byte and one.
    private static func rank(ofByte depth: Int, in place: UInt32, _ text: ValidText) -> Int {
        // Names without escapes up to here are looked at in place.
        let start = Int(place) + 1
        var position = start
        while position <= start + depth {
            let byte = text.bytes[position]
            if byte == .quote { return 0 }
            if byte == .backslash { return decodedRank(ofByte: depth, in: place, text) }
            position += 1
        }
        return Int(text.bytes[start + depth]) + 1
    }

    private static func decodedRank(ofByte depth: Int, in place: UInt32, _ text: ValidText) -> Int {
        var reader = StringReader(text.bytes, at: Int(place))
        for _ in 0..<depth where reader.next() == nil { return 0 }
        return reader.next().map { Int($0) + 1 } ?? 0
    }

    private static func removeDuplicates(_ places: inout [UInt32], from first: Int, text: ValidText) {
        var kept = first
        for next in places.indices[(first + 1)...] {
            if text.compareStrings(Int(places[kept]), Int(places[next])) == 0 {
                places[kept] = max(places[kept], places[next])
            } else {
                kept += 1
                places[kept] = places[next]
            }
        }
        places.removeLast(places.count - kept - 1)
    }
}
