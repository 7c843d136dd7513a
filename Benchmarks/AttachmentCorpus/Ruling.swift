public import AttachmentDomain
public import AttachmentInspection

/// What a recognition got right about a labelled file, and what not.
public struct Ruling: Sendable {
    /// The things that are compared.
    public enum Aspect: String, CaseIterable, Sendable {
        case type, kind, size, frames, duration, wholeness, codec
    }

    public enum Verdict: Hashable, Sendable {
        case right
        /// What was expected and what came.
        case wrong(String)
        /// The manifest says nothing, the type is not supported, or its structure cannot tell.
        case notAsked
    }

    public let file: LabelledFile
    private let verdicts: [Aspect: Verdict]

    public subscript(aspect: Aspect) -> Verdict { verdicts[aspect] ?? .notAsked }

    /// Compares an answer for the complete file with its label.
    public init(_ file: LabelledFile, _ answer: Recognition, types: MediaTypeTable) {
        self.file = file
        var verdicts: [Aspect: Verdict] = [.type: Self.type(file, answer, types)]
        if file.isMedia, case .media(let facts) = answer {
            verdicts[.kind] = Self.compare(file.kind, facts.kind.rawValue)
            verdicts[.size] = Self.size(file, facts)
            verdicts[.frames] = Self.frames(file, facts)
            verdicts[.duration] = Self.duration(file, facts)
            verdicts[.wholeness] = Self.wholeness(file, facts)
            verdicts[.codec] = file.codec.map { Self.compare($0, facts.codec) } ?? .notAsked
        }
        self.verdicts = verdicts
    }

    /// The true type by the table's name for it or, for types that the table leaves out, by any name that counts as
    /// right; and non-media kept out.
    private static func type(_ file: LabelledFile, _ answer: Recognition, _ types: MediaTypeTable) -> Verdict {
        let names = [file.mime.lowercased()] + file.aliases
        let isRight =
            switch answer {
            case .media(let facts):
                file.isMedia && names.contains { types.type(named: $0)?.mime == facts.mediaType }
            case .unsupported(let mime): file.isMedia && names.contains(mime) && types.type(named: mime) == nil
            case .notMedia: !file.isMedia
            case .empty: file.mime == "inode/x-empty"
            case .undecided: false
            }
        return isRight ? .right : .wrong("expected \(file.mime), not \(answer.shortText)")
    }

    /// The size as stored, and as shown after orientation and rotation.
    private static func size(_ file: LabelledFile, _ facts: Inspection) -> Verdict {
        guard let width = file.width, let height = file.height else { return .notAsked }
        let isTurned = (file.orientation ?? 1) >= 5 || (file.rotation ?? 0) % 180 != 0
        let shown = isTurned ? (height, width) : (width, height)
        let expected = "\(shown.0)x\(shown.1) of \(width)x\(height)"
        return compare(
            expected,
            "\(text(facts.width))x\(text(facts.height)) of \(text(facts.storedWidth))x\(text(facts.storedHeight))")
    }

    private static func frames(_ file: LabelledFile, _ facts: Inspection) -> Verdict {
        guard let frames = file.frames else { return .notAsked }
        if facts.frames == nil, uncounted.contains(facts.mediaType) { return .notAsked }
        return compare(text(frames), text(facts.frames))
    }

    /// Streams that would have to be read whole to count their pictures.
    private static let uncounted: Set<String> = [
        "video/mpeg", "video/mp2t", "video/webm", "video/matroska", "video/ogg", "video/x-flv", "video/x-ms-wmv",
    ]

    private static func duration(_ file: LabelledFile, _ facts: Inspection) -> Verdict {
        guard let expected = file.durationSeconds else { return .notAsked }
        guard let found = facts.durationSeconds else { return .wrong("expected \(expected) s, not none") }
        return abs(found - expected) <= max(0.05, expected / 100)
            ? .right : .wrong("expected \(expected) s, not \(found)")
    }

    private static func wholeness(_ file: LabelledFile, _ facts: Inspection) -> Verdict {
        if file.valid {
            return switch facts.whole {
            case true?: .right
            case false?: .wrong("accused: sound up to \(text(facts.wholeUntil)), \(facts.damage ?? "")")
            case nil: .notAsked
            }
        }
        // Its data are complete; what is wrong with it is that it asks for so much.
        if file.declaredBomb == true, facts.declaredPixels ?? 0 > 100_000_000 { return .right }
        guard facts.whole == false else {
            return file.file == "invalid/jpeg-scan-corrupt.jpg" ? .notAsked : .wrong("damage not seen: \(file.note)")
        }
        guard let until = facts.wholeUntil, 0...file.bytes ~= until else {
            return .wrong("sound up to \(text(facts.wholeUntil)) of \(file.bytes)")
        }
        return .right
    }

    private static func compare(_ expected: String, _ found: String?) -> Verdict {
        expected == found ? .right : .wrong("expected \(expected), not \(found ?? "none")")
    }

    private static func text<Value>(_ value: Value?) -> String {
        value.map { "\($0)" } ?? "none"
    }
}

extension Recognition {
    fileprivate var shortText: String {
        switch self {
        case .media(let facts): "\(facts.mediaType) (\(facts.kind.rawValue))"
        case .unsupported(let mime): "\(mime), unsupported"
        case .notMedia(let mime): "\(mime), no media"
        case .empty: "empty"
        case .undecided: "undecided"
        }
    }
}
