import Testing

@testable import AttachmentDomain

@Suite("A name that does not exist finds its neighbour", .timeLimit(.minutes(1)))
struct NearestNameTests {
    @Test(
        "Given two words, when compared, then inserted, lost, exchanged and swapped letters count one each",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("maxRedirect", "maxRedirects", 1),
            ("fromat", "format", 1), ("ab", "ba", 1), ("größe", "grösse", 2),
        ])
    func edits(source: String, target: String, expected: Int) {
        #expect(NearestName.edits(from: source, to: target) == expected)
        #expect(NearestName.edits(from: target, to: source) == expected)
    }

    @Test("Given candidates, when nothing is near, then there is a nearest one but no suggestion")
    func suggestions() {
        let names = ["--format", "--profile", "--policy"]
        #expect(NearestName.suggestion(for: "--fromat", among: names) == "--format")
        #expect(NearestName.suggestion(for: "--FORMAT", among: names) == "--format")
        #expect(NearestName.suggestion(for: "--zzz", among: names) == nil)
        #expect(NearestName.of("--zzz", among: names)?.name == "--format")
        #expect(NearestName.of("x", among: []) == nil)
    }
}
