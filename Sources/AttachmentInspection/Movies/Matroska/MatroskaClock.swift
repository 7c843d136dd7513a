/// The time stamps of blocks (RFC 9559 5.1.3, 10), for a segment that does not tell its duration.
struct MatroskaClock {
    private var cluster: Int64 = 0
    private var first: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0

    /// Takes in the time at which a cluster begins.
    mutating func begin(_ time: EBMLElement, _ elements: EBMLElements) throws(InspectionFault) {
        try take(time, elements)
        first = min(first ?? cluster, cluster)
    }

    /// Takes in a block, a group or a cluster's own time.
    mutating func take(_ element: EBMLElement, _ elements: EBMLElements) throws(InspectionFault) {
        switch element.id {
        case 0xE7: cluster = Int64(truncatingIfNeeded: try elements.number(element)) & 0xFF_FFFF_FFFF_FFFF
        case 0xA3: try takeBlock(at: element.body, elements)
        case 0xA0: if let block = try elements.first(0xA1, in: element.body) { try takeBlock(at: block.body, elements) }
        default: break
        }
    }

    private mutating func takeBlock(at body: Range<Int64>, _ elements: EBMLElements) throws(InspectionFault) {
        // The number of the track, then the time by the cluster's, with a sign.
        guard let lead = try elements.bytes.byte(at: body.lowerBound), lead != 0,
            let time = try elements.bytes.bigEndian(
                at: body.lowerBound + Int64(lead.leadingZeroBitCount) + 1, count: 2)
        else { return }
        let stamp = cluster + Int64(Int16(truncatingIfNeeded: time))
        if first != nil, stamp > last { step = stamp - last }
        first = min(first ?? stamp, stamp)
        last = max(last, stamp)
    }

    /// From the first block to the end of the last.
    func seconds(scale: UInt64, frameNanoseconds: UInt64) -> Double? {
        guard let first else { return nil }
        let tail = frameNanoseconds > 0 ? Double(frameNanoseconds) / 1e9 : Double(step) * Double(scale) / 1e9
        return Double(last - first) * Double(scale) / 1e9 + tail
    }
}
