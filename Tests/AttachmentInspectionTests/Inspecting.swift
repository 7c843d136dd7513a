import AttachmentDomain
import AttachmentInspection
import Testing

/// What a recogniser with the built-in types says of bytes.
func look(at bytes: [UInt8], complete: Bool = true) throws -> Recognition {
    try look(through: MemoryWindow(bytes), complete: complete)
}

/// The same through any window.
func look(through window: some ByteWindow, complete: Bool = true) throws -> Recognition {
    try MediaRecogniser(types: MediaTypeTable(MediaType.defaults)).recognise(window, complete: complete)
}

/// What is told of a complete file, nil where it is no media.
func found(_ window: some ByteWindow) throws -> Inspection? {
    if case .media(let inspection) = try look(through: window) { inspection } else { nil }
}

/// What is told of a complete file; an issue where it is no media.
func inspect(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> Inspection {
    let answer = try look(at: bytes)
    guard case .media(let inspection) = answer else {
        Issue.record("no media: \(answer)", sourceLocation: sourceLocation)
        throw NoMedia()
    }
    return inspection
}

private struct NoMedia: Error {}

/// Checks that no beginning of a whole file is called whole, or sound beyond its own size, apart from those of the
/// allowed lengths; and that each is still named from `least` bytes on.
func expectCutsAreSeen(_ file: [UInt8], from least: Int, except allowed: Set<Int> = []) throws {
    for length in least..<file.count where !allowed.contains(length) {
        let inspection = try #require(try found(MemoryWindow(Array(file.prefix(length)))), "\(length)")
        #expect(inspection.whole == false, "at \(length)")
        #expect(inspection.wholeUntil ?? .max <= Int64(length), "at \(length)")
    }
}

/// The same for files that shorter beginnings do not name, or whose structure cannot tell every cut: it is never called
/// whole, but where `allows` says so, and never sound beyond its own end.
func expectCutsAreTold(
    of file: [UInt8], mayBeWhole allows: (Int) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    for count in 1..<file.count where !allows(count) {
        guard let inspection = try found(MemoryWindow(Array(file.prefix(count)))) else { continue }
        #expect(inspection.whole != true, "cut to \(count)", sourceLocation: sourceLocation)
        #expect(inspection.wholeUntil ?? 0 <= Int64(count), "cut to \(count)", sourceLocation: sourceLocation)
    }
}
