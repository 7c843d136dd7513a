import FuzzPromises

@testable import AttachmentInspection

/// What is measured is possible, and the same from memory and from a file; the file cut at its own end is still whole.
func checkMeasurement(of file: [UInt8], by reader: any ContainerReader.Type) throws(InspectionFault) {
    let bytes = ByteReader(MemoryWindow(file), isComplete: true)
    let isKnown = try reader.look(at: bytes) != nil
    let found = try reader.measure(bytes)
    checkNumbers(found, of: file)
    require(!bytes.isSpent || file.count > 1000, "a small file does not spend the budget")
    let fromFile = try reader.measure(ByteReader(FakeFile(bytes: file), isComplete: true))
    require("\(found)" == "\(fromFile)", "memory and file measure alike: \(found) and \(fromFile)")
    guard isKnown, case .whole(let end) = found.extent, end < file.count else { return }
    let alone = Array(file.prefix(Int(end)))
    let cut = try reader.measure(ByteReader(MemoryWindow(alone), isComplete: true))
    require(cut.extent == .whole(end: end), "what ends at \(end) is whole without what follows: \(cut.extent)")
}

private func checkNumbers(_ found: Measurement, of file: [UInt8]) {
    for size in [found.stored, found.shown].compactMap(\.self) {
        require(size.width >= 0 && size.height >= 0, "no size is below 0: \(size)")
        require(size.pixels >= 0, "no number of pixels is below 0")
    }
    require(found.frames ?? 0 >= 0, "no number of frames is below 0")
    require(found.declaredPixels ?? 0 >= 0, "no declared pixels are below 0")
    if let seconds = found.duration { require(seconds.isFinite && seconds >= 0, "\(seconds) s is no duration") }
    switch found.extent {
    case .whole(let end): require(0...Int64(file.count) ~= end, "the end \(end) lies in the file")
    case .damaged(let offset, let what):
        require(0...Int64(file.count) ~= offset, "the damage at \(offset) lies in the file")
        require(!what.isEmpty && what.utf8.count < 200, "the damage has words, and not too many: \(what)")
    case .unknown: break
    }
}

/// What is said of the head of a file holds for the file.
func checkEarlyLooks(at file: [UInt8], by reader: any ContainerReader.Type) throws(InspectionFault) {
    let last = try reader.look(at: ByteReader(MemoryWindow(file), isComplete: true))
    require(last != .needsMore, "of a complete file no more is wanted")
    for length in [4, 12, 16, 64, 300, 1024, 4096] where length < file.count {
        let head = ByteReader(MemoryWindow(Array(file.prefix(length))), isComplete: false)
        switch try reader.look(at: head) {
        case .type(let mime, let kind):
            require(last == .type(mime, kind: kind), "\(mime) at \(length) is \(String(describing: last)) in the end")
        case .notMedia:
            if case .type(let mime, _) = last { fail("\(mime) was called no media at \(length)") }
        case .needsMore, nil: break
        }
    }
}
