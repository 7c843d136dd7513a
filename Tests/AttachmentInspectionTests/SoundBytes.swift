import AttachmentDomain
import AttachmentInspection
import Testing

/// Numbers and chunks of which tests build sound files.
enum SoundBytes {
    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
        big(number, count).reversed()
    }

    static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    /// A chunk of RIFF, or of IFF with the highest byte first, padded to an even size.
    static func chunk(_ code: String, _ body: [UInt8], claims size: Int? = nil, isBig: Bool = false) -> [UInt8] {
        let size = size ?? body.count
        return Array(code.utf8) + (isBig ? big(size) : little(size)) + body + zeros(body.count % 2)
    }

    /// A form around chunks; `claims` is its size where that is not the true one.
    static func form(
        _ code: String, _ kind: String, _ chunks: [UInt8], claims size: Int? = nil, isBig: Bool = false
    ) -> [UInt8] {
        chunk(code, Array(kind.utf8) + chunks, claims: size, isBig: isBig)
    }

    /// An ID3v2.4 tag with so many bytes of content.
    static func tag(_ count: Int, claims size: Int? = nil) -> [UInt8] {
        let size = size ?? count
        let digits = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        return Array("ID3".utf8) + [4, 0, 0] + digits + zeros(count)
    }

    /// An ID3v1 tag.
    static let oldTag = Array("TAG".utf8) + zeros(125)
}

/// What is told of complete bytes; an issue where they are no media.
func inspectSound(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> Inspection {
    let answer = try lookAtSound(bytes)
    guard case .media(let inspection) = answer else {
        Issue.record("no media: \(answer)", sourceLocation: sourceLocation)
        throw NoSound()
    }
    return inspection
}

func lookAtSound(_ bytes: [UInt8], complete: Bool = true) throws -> Recognition {
    try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        .recognise(MemoryWindow(bytes), complete: complete)
}

private struct NoSound: Error {}

/// What must hold for every part of a whole sound that was cut off at its end: it is never called whole, but where
/// `allows` says so, and never sound beyond its own end.
func expectCutsAreTold(
    of sound: [UInt8], mayBeWhole allows: (Int) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
    for count in 1..<sound.count {
        let answer = try recogniser.recognise(MemoryWindow(Array(sound.prefix(count))), complete: true)
        guard case .media(let inspection) = answer else { continue }
        if allows(count) { continue }
        #expect(inspection.whole != true, "cut to \(count)", sourceLocation: sourceLocation)
        #expect(inspection.wholeUntil ?? 0 <= Int64(count), "cut to \(count)", sourceLocation: sourceLocation)
    }
}
