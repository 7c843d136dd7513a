import AttachmentURL
import Testing

/// A small generator with a fixed seed, so that a failure comes again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension String {
    /// Whether the one pass over a URL that needs no rewriting says what the long way says, which bytes always go.
    var isReadAlikeAsBytes: Bool {
        let short = Result { () throws(URLFault) in try RequestURL.parse(self) }
        return short == Result { () throws(URLFault) in try RequestURL.parse(bytes: Array(utf8)) }
    }
}

@Suite("random URLs", .timeLimit(.minutes(1)))
struct RandomURLTests {
    private static let pieces = [
        "http", "https", "ftp", ":", "/", "//", "?", "#", "@", "\\", "[", "]", "%", "%41", "%zz", ".", "..", "/../",
        "::",
        "1", "0x7f", "127.0.0.1", "::1", ":80", ":99999", "a", "example.com", "ü", "☃", "。", "\u{2100}", "\u{AD}",
        "\u{200D}", "\u{202E}", " ", "\t", "\n", "\0", "\u{7F}", "xn--", "xn--mnchen-3ya", "-", "_", "\u{301}", "&",
        "=",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `given random text, when it is taken as a URL, then its form is clean, stable and goes by one host`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let start = Bool.random(using: &generator) ? "https://h.example" : ""
            let text = (0..<Int.random(in: 1...9, using: &generator)).reduce(start) { text, _ in
                text + (Self.pieces.randomElement(using: &generator) ?? "")
            }
            _ = RequestURL.redact(text)
            #expect(text.isReadAlikeAsBytes, "\(text)")
            guard let url = try? RequestURL.parse(text) else { continue }
            #expect(url.text.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "\(text)")
            #expect(try RequestURL.parse(url.text) == url, "\(text)")
            #expect(try url.resolving(url.text).origin == url.origin, "\(text)")
            #expect(try RequestURL.parse(url.cacheKeyText).origin == url.origin, "\(text)")
            let base = try RequestURL.parse("https://base.example/a/b?c")
            if let resolved = try? base.resolving(text) {
                #expect(try RequestURL.parse(resolved.text) == resolved, "\(text)")
            }
        }
    }
}
