public import AttachmentDomain
internal import AttachmentInspection

/// The time for recognising and measuring every file of a corpus, beside that of libmagic alone, in one run.
public struct Cost: Sendable {
    /// What is promised.
    public static let limit = 1.5
    private static let rounds = 9

    /// Medians over the rounds, which take turns.
    public let ours: Duration
    public let magic: Duration

    public var ratio: Double { ours / magic }
    public var isWithinLimit: Bool { ratio <= Self.limit }
    public var text: String {
        "cost of the whole corpus: \(ours), libmagic alone on the first 64 KiB \(magic): \(rounded(ratio)) times (limit \(Self.limit))"
    }

    /// Reads every file into memory, then takes turns.
    public init(of corpus: Corpus, types: MediaTypeTable) throws {
        let bodies = try corpus.files.map { try corpus.bytes(of: $0) }
        let recogniser = try MediaRecogniser(types: types)
        let magic = try Magic()
        let clock = ContinuousClock()
        var times: (ours: [Duration], magic: [Duration]) = ([], [])
        for _ in 0..<Self.rounds {
            times.ours.append(
                try clock.measure {
                    for body in bodies { _ = try recogniser.recognise(MemoryWindow(body), complete: true) }
                })
            times.magic.append(
                clock.measure {
                    for body in bodies { _ = magic.mimeType(of: body.prefix(65_536)) }
                })
        }
        ours = times.ours.sorted()[Self.rounds / 2]
        self.magic = times.magic.sorted()[Self.rounds / 2]
    }

    private func rounded(_ number: Double) -> Double {
        (number * 100).rounded() / 100
    }
}
