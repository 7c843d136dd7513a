/// A box of ISO/IEC 14496-12 4.2, which QuickTime calls an atom.
struct ISOBox {
    let kind: FourCC
    /// Where its content begins, and where it ends: never beyond what holds it.
    let body: Range<Int64>
    /// The size that it claims, its header included; nil for "to the end".
    let claimedBytes: UInt64?
    /// Whether it claims more than what holds it has.
    var overruns = false
}

/// A walk over boxes side by side, bounded in their number.
struct ISOBoxes {
    let bytes: ByteReader

    /// The boxes in that range, in order. Ends without error at the first that cannot be one, and after `limit`.
    func list(in range: Range<Int64>, limit: Int = 512) throws(InspectionFault) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var offset = range.lowerBound
        while offset < range.upperBound, boxes.count < limit,
            let box = try box(at: offset, before: range.upperBound)
        {
            boxes.append(box)
            offset = box.body.upperBound
        }
        return boxes
    }

    /// The first box of that kind in the range.
    func first(_ kind: FourCC, in range: Range<Int64>) throws(InspectionFault) -> ISOBox? {
        try list(in: range).first { $0.kind == kind }
    }

    /// The box at the end of a path of kinds.
    func first(_ path: [FourCC], in range: Range<Int64>) throws(InspectionFault) -> ISOBox? {
        var found: ISOBox?
        var range = range
        for kind in path {
            found = try first(kind, in: range)
            guard let found else { return nil }
            range = found.body
        }
        return found
    }

    /// The big-endian number that many bytes into the content of a box; nil where it does not lie inside.
    func number(in box: ISOBox, at distance: Int64, count: Int = 4) throws(InspectionFault) -> UInt64? {
        guard Int64(box.body.count) >= distance + Int64(count) else { return nil }
        return try bytes.bigEndian(at: box.body.lowerBound + distance, count: count)
    }

    func box(at offset: Int64, before end: Int64) throws(InspectionFault) -> ISOBox? {
        guard let size = try bytes.bigEndian(at: offset), let code = try bytes.bigEndian(at: offset + 4) else {
            return nil
        }
        let kind = FourCC(code)
        guard kind.isPrintable else { return nil }
        switch size {
        case 0: return ISOBox(kind: kind, body: (offset + 8)..<max(end, offset + 8), claimedBytes: nil)
        case 1:
            guard let large = try bytes.bigEndian(at: offset + 8, count: 8) else { return nil }
            return box(kind, at: offset, header: 16, size: large, before: end)
        default: return box(kind, at: offset, header: 8, size: size, before: end)
        }
    }

    private func box(_ kind: FourCC, at offset: Int64, header: Int64, size: UInt64, before end: Int64) -> ISOBox? {
        guard size >= UInt64(header), offset + header <= end else { return nil }
        let room = UInt64(end - offset)
        let bodyEnd = size > room ? end : offset + Int64(size)
        return ISOBox(kind: kind, body: (offset + header)..<bodyEnd, claimedBytes: size, overruns: size > room)
    }
}
