public import AttachmentDomain
internal import AttachmentInspection

/// How many were right of how many.
public struct Score: Hashable, Sendable {
    public var right = 0
    public var asked = 0

    public var missed: Int { asked - right }

    mutating func note(_ verdict: Ruling.Verdict) {
        switch verdict {
        case .right: (right, asked) = (right + 1, asked + 1)
        case .wrong: asked += 1
        case .notAsked: break
        }
    }
}

/// The rulings over all files of a corpus.
public struct CorpusResult: Sendable {
    public let rulings: [Ruling]

    /// Recognises and measures every file and compares what comes with its label.
    public init(_ corpus: Corpus, types: MediaTypeTable) throws {
        let recogniser = try MediaRecogniser(types: types)
        rulings = try corpus.files.map { file in
            let answer = try recogniser.recognise(MemoryWindow(corpus.bytes(of: file)), complete: true)
            return Ruling(file, answer, types: types)
        }
    }

    /// The score of one aspect over the files that `isCounted` takes.
    public func score(_ aspect: Ruling.Aspect, where isCounted: (LabelledFile) -> Bool = { _ in true }) -> Score {
        rulings.reduce(into: Score()) { score, ruling in
            if isCounted(ruling.file) { score.note(ruling[aspect]) }
        }
    }

    /// What is wrong, a line for each file and aspect.
    public func faults(of aspects: [Ruling.Aspect]) -> [String] {
        rulings.flatMap { ruling in
            aspects.compactMap { aspect in
                guard case .wrong(let what) = ruling[aspect] else { return nil }
                return "\(ruling.file.file): \(aspect.rawValue): \(what)"
            }
        }
    }

    /// A row for each format: of how many files each aspect is right, of those for which it can be told.
    public func table() -> String {
        let formats = Dictionary(grouping: rulings) { $0.file.isMedia ? $0.file.format : "no media" }
        let header = Self.row(["format", "files"] + Ruling.Aspect.allCases.map(\.rawValue))
        let rows = formats.keys.sorted().map { row(of: $0, formats[$0] ?? []) }
        let all = row(of: "all", rulings)
        return ([header] + rows + [all]).joined(separator: "\n")
    }

    private func row(of name: String, _ rulings: [Ruling]) -> String {
        let scores = Ruling.Aspect.allCases.map { aspect in
            let score = rulings.reduce(into: Score()) { $0.note($1[aspect]) }
            return score.asked == 0 ? "-" : score.missed == 0 ? "\(score.asked)" : "\(score.right) of \(score.asked)"
        }
        return Self.row([name, "\(rulings.count)"] + scores)
    }

    private static func row(_ cells: [String]) -> String {
        cells.enumerated().map { column, cell in
            let blanks = String(repeating: " ", count: max(1, 11 - cell.count))
            return column == 0 ? cell + blanks : blanks + cell
        }.joined()
    }
}
