/// An element of EBML (RFC 8794): an id, a size, the content.
struct EBMLElement {
    /// With the length marker kept.
    let id: UInt64
    /// Where its content begins, and where it ends: never beyond what holds it.
    let body: Range<Int64>
    /// Whether it claims more than what holds it has.
    let overruns: Bool
    /// Whether its size is not known: a live stream. It then reaches to the end of what holds it.
    let isOpen: Bool
}

/// A walk over elements side by side, bounded in their number.
struct EBMLElements {
    private static let limit = 256

    let bytes: ByteReader

    /// The first element of that id in the range, looked for up to an element with the id `stop`.
    func first(_ id: UInt64, in range: Range<Int64>, before stop: UInt64? = nil) throws(InspectionFault) -> EBMLElement?
    {
        var offset = range.lowerBound
        for _ in 0..<Self.limit {
            guard offset < range.upperBound, let element = try element(at: offset, before: range.upperBound),
                element.id != stop
            else { return nil }
            if element.id == id { return element }
            offset = element.body.upperBound
        }
        return nil
    }

    /// The elements in that range, in order.
    func list(_ range: Range<Int64>) throws(InspectionFault) -> [EBMLElement] {
        var elements: [EBMLElement] = []
        var offset = range.lowerBound
        while offset < range.upperBound, elements.count < Self.limit,
            let element = try element(at: offset, before: range.upperBound)
        {
            elements.append(element)
            offset = element.body.upperBound
        }
        return elements
    }

    /// The element that begins there; nil where none can.
    func element(at offset: Int64, before end: Int64) throws(InspectionFault) -> EBMLElement? {
        guard let id = try number(at: offset, keepsMarker: true, longest: 4),
            let size = try number(at: offset + id.length, keepsMarker: false, longest: 8)
        else { return nil }
        let start = offset + id.length + size.length
        guard start <= end else { return nil }
        // A size of all ones is not known.
        let isOpen = size.value == 1 << UInt64(7 * size.length) - 1
        let overruns = !isOpen && size.value > UInt64(end - start)
        let bodyEnd = isOpen || overruns ? end : start + Int64(size.value)
        return EBMLElement(id: id.value, body: start..<bodyEnd, overruns: overruns, isOpen: isOpen)
    }

    /// The content as a number, at most eight bytes; 0 where there is none, or not all of it.
    func number(_ element: EBMLElement) throws(InspectionFault) -> UInt64 {
        guard 1...8 ~= element.body.count, !element.overruns else { return 0 }
        return try bytes.bigEndian(at: element.body.lowerBound, count: element.body.count) ?? 0
    }

    /// The content as a floating-point number of four or eight bytes.
    func float(_ element: EBMLElement) throws(InspectionFault) -> Double {
        let bits = try number(element)
        return element.body.count == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    }

    private func number(
        at offset: Int64, keepsMarker: Bool, longest: Int64
    ) throws(InspectionFault) -> (value: UInt64, length: Int64)? {
        guard let first = try bytes.byte(at: offset), first != 0 else { return nil }
        let length = Int64(first.leadingZeroBitCount + 1)
        guard length <= longest, let value = try bytes.bigEndian(at: offset, count: Int(length)) else { return nil }
        return (keepsMarker ? value : value & (1 << UInt64(7 * length) - 1), length)
    }
}
