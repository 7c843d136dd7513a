import AttachmentDomain
import AttachmentInspection
import Testing

/// The parts that hand-made pictures consist of.
enum PictureBytes {
    /// A number with its highest byte first.
    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A number with its lowest byte first.
    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
        big(number, count).reversed()
    }

    static func zeroes(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    /// A box of ISO/IEC 14496-12.
    static func box(_ kind: String, _ body: [UInt8] = []) -> [UInt8] {
        big(8 + body.count) + Array(kind.utf8) + body
    }

    /// A box that begins with version and flags.
    static func fullBox(_ kind: String, version: Int = 0, flags: Int = 0, _ body: [UInt8] = []) -> [UInt8] {
        box(kind, [UInt8(version)] + big(flags, 3) + body)
    }
}

/// A hand-made picture as the recogniser sees it from outside.
struct SeenPicture {
    let recognition: Recognition

    init(_ bytes: [UInt8], complete: Bool = true) throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        recognition = try recogniser.recognise(MemoryWindow(bytes), complete: complete)
    }

    /// Nil where it is no media.
    var inspection: Inspection? {
        if case .media(let inspection) = recognition { inspection } else { nil }
    }

    var type: String? { inspection?.mediaType }

    /// What is expected most often, in one line: `3 x 2 of 3 x 2, 1 still`.
    var summary: String? {
        guard let inspection else { return nil }
        func text(_ number: Int?) -> String { number.map(String.init) ?? "?" }
        let shown = "\(text(inspection.width)) x \(text(inspection.height))"
        let stored = "\(text(inspection.storedWidth)) x \(text(inspection.storedHeight))"
        let motion = inspection.animated.map { $0 ? "moving" : "still" } ?? "?"
        return "\(shown) of \(stored), \(text(inspection.frames)) \(motion)"
    }

    /// Where it is sound to and what is wrong there, as in `12: ends inside its header`; `whole` where nothing is.
    var soundness: String? {
        guard let inspection, let whole = inspection.whole else { return nil }
        return whole ? "whole" : "\(inspection.wholeUntil ?? -1): \(inspection.damage ?? "")"
    }

    /// Checks that each prefix of a file from `named` bytes on has the file's type and is told to be cut at its end,
    /// and that no shorter one passes for whole; and that no early answer is another one.
    static func expectEveryCutTold(
        of file: [UInt8], named: Int, at location: SourceLocation = #_sourceLocation
    ) throws {
        let whole = try SeenPicture(file)
        for length in 1..<file.count {
            let cut = try SeenPicture(Array(file.prefix(length)))
            #expect(cut.inspection?.whole != true, "whole at \(length)", sourceLocation: location)
            if length >= named {
                #expect(cut.type == whole.type, "at \(length)", sourceLocation: location)
                #expect(cut.inspection?.wholeUntil == Int64(length), "at \(length)", sourceLocation: location)
            }
            let early = try SeenPicture(Array(file.prefix(length)), complete: false).recognition
            let isRight = early == .undecided || early.names(whole.recognition)
            #expect(isRight, "early at \(length): \(early)", sourceLocation: location)
        }
    }
}
