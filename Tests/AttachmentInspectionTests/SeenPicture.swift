import AttachmentDomain
import AttachmentInspection
import Testing

/// A hand-made picture as the recogniser sees it from outside.
struct SeenPicture {
    let recognition: Recognition

    init(_ bytes: [UInt8], complete: Bool = true) throws {
        recognition = try look(at: bytes, complete: complete)
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
