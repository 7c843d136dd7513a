/// What is promised about the corpus, and whether it is kept.
public struct Promise: Sendable {
    public let text: String
    public let isKept: Bool

    /// Nil where the corpus has nothing that could break it.
    private init?(_ what: String, _ score: Score, mayMiss: Int = 0) {
        guard score.asked > 0 else { return nil }
        text = "\(what): \(score.right) of \(score.asked)"
        isKept = score.missed <= mayMiss
    }

    /// All of them that the corpus can break.
    public static func all(_ result: CorpusResult) -> [Promise] {
        [
            Promise("exact type, valid files", result.score(.type) { $0.isMedia && $0.valid }, mayMiss: 5),
            Promise(
                "exact type, valid files of Apple's formats",
                result.score(.type) { $0.isMedia && $0.valid && $0.isOfAppleFormat }, mayMiss: 1),
            Promise("type named although damaged", result.score(.type) { $0.isMedia && !$0.valid }),
            Promise("no media kept out", result.score(.type) { !$0.isMedia }),
            Promise("kind, valid files", result.score(.kind) { $0.valid }),
            Promise("width and height, as stored and as shown", result.score(.size)),
            Promise("frames, where the structure tells them", result.score(.frames)),
            Promise("duration within 0.05 s or 1 %", result.score(.duration)),
            Promise("damage told, with the byte where it begins", result.score(.wholeness) { !$0.valid }),
            Promise("valid files not accused", result.score(.wholeness) { $0.valid }),
        ].compactMap(\.self)
    }
}
