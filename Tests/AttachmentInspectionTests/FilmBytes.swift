import AttachmentDomain
import AttachmentInspection
import Testing

/// Numbers and boxes as films have them.
enum FilmBytes {
    static func big(_ number: UInt64, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
    }

    static func little(_ number: UInt64, _ count: Int = 4) -> [UInt8] {
        big(number, count).reversed()
    }

    static func zeroes(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    /// A box of ISO media; `size` lies about its size.
    static func box(_ kind: String, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        big(size ?? UInt64(8 + body.count)) + Array(kind.utf8) + body
    }

    /// A chunk of RIFF.
    static func chunk(_ code: String, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        Array(code.utf8) + little(size ?? UInt64(body.count)) + body + zeroes(body.count % 2)
    }

    /// An element of EBML with a size of eight bytes.
    static func element(_ id: UInt64, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        let idBytes = Array(big(id, 8).drop { $0 == 0 })
        return idBytes + [0x01] + big(size ?? UInt64(body.count), 7) + body
    }

    /// What is told of a complete file.
    static func inspect(_ bytes: [UInt8]) throws -> Inspection {
        try #require(try found(MemoryWindow(bytes)))
    }

    /// What is told of a complete file, nil where it is no media.
    static func found(_ window: some ByteWindow) throws -> Inspection? {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        guard case .media(let inspection) = try recogniser.recognise(window, complete: true) else { return nil }
        return inspection
    }

    /// Checks that no beginning of a whole file is called whole, or sound beyond its own size, apart from those of the
    /// allowed lengths.
    static func expectCutsAreSeen(_ file: [UInt8], from least: Int, except allowed: Set<Int> = []) throws {
        for length in least..<file.count where !allowed.contains(length) {
            let inspection = try #require(try found(MemoryWindow(Array(file.prefix(length)))), "\(length)")
            #expect(inspection.whole == false, "at \(length)")
            #expect(inspection.wholeUntil ?? .max <= Int64(length), "at \(length)")
        }
    }
}
