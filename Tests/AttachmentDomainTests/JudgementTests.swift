import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JudgementTests {
    struct Row: Sendable {
        var profile: String
        var mime: String
        var bytes: Int64
        var insecure = false
        var seconds: Double?
        var verdict: Verdict
        var codes: [Code] = []
    }

    static let rows = [
        Row(profile: "ios", mime: "image/jpeg", bytes: 10_000_000, verdict: .shows),
        Row(profile: "ios", mime: "image/jpeg", bytes: 10_000_001, verdict: .refused, codes: [.tooLarge]),
        Row(profile: "ios", mime: "audio/mpeg", bytes: 5_000_001, verdict: .refused, codes: [.tooLarge]),
        Row(profile: "ios", mime: "video/mp4", bytes: 50_000_000, verdict: .shows),
        Row(profile: "ios", mime: "video/mp4", bytes: 1, seconds: 31, verdict: .doubtful, codes: [.tooLong]),
        Row(profile: "ios", mime: "image/webp", bytes: 1, verdict: .refused, codes: [.typeUnsupported]),
        Row(profile: "ios", mime: "video/quicktime", bytes: 1, verdict: .doubtful, codes: [.undocumentedType]),
        Row(profile: "ios", mime: "audio/x-caf", bytes: 1, verdict: .doubtful, codes: [.undocumentedType]),
        Row(profile: "ios", mime: "image/png", bytes: 1, insecure: true, verdict: .shows, codes: [.insecureURL]),
        Row(
            profile: "ios", mime: "image/png", bytes: 20_000_000, insecure: true, verdict: .refused,
            codes: [.tooLarge, .insecureURL]),
        Row(profile: "hms", mime: "image/png", bytes: 1, insecure: true, verdict: .refused, codes: [.insecureURL]),
        Row(profile: "hms", mime: "image/gif", bytes: 1, verdict: .refused, codes: [.typeUnsupported]),
        Row(profile: "hms", mime: "image/jpeg", bytes: 512_001, verdict: .refused, codes: [.tooLarge]),
        Row(profile: "fcm-android", mime: "image/png", bytes: 1_048_576, verdict: .shows),
        Row(profile: "fcm-android", mime: "image/png", bytes: 1_048_577, verdict: .refused, codes: [.tooLarge]),
        Row(profile: "fcm-android", mime: "image/webp", bytes: 1, verdict: .doubtful, codes: [.undocumentedType]),
        Row(profile: "web", mime: "image/webp", bytes: 100_000_000, verdict: .shows),
    ]

    @Test(arguments: rows)
    func `given facts, when a profile judges, then verdict and findings follow`(row: Row) throws {
        let type = try #require(MediaTypeTable(MediaType.defaults).type(named: row.mime))
        var facts = Inspection(type)
        facts.durationSeconds = row.seconds
        let profile = try #require(Profile.defaults[row.profile])

        let judged = profile.judge(
            Evidence(inspection: facts, bytes: row.bytes, insecure: row.insecure), profileName: row.profile)

        #expect(judged.verdict == row.verdict)
        #expect(judged.findings.map(\.code) == row.codes)
    }

    @Test func `given a size past the limit, when it is refused, then the message has thing, number and limit`() throws
    {
        let type = try #require(MediaTypeTable(MediaType.defaults).type(named: "image/png"))
        let evidence = Evidence(inspection: Inspection(type), bytes: 10_412_331, insecure: false)
        let judged = Profile.defaults["ios"]?.judge(evidence, profileName: "ios")
        #expect(judged?.findings.first?.message == "image/png of 10,412,331 bytes exceeds 10,000,000 of profile ios")
    }

    @Test func `given profiles, when limits for reading are asked, then the most generous counts`() throws {
        let ios = try #require(Profile.defaults["ios"])
        let hms = try #require(Profile.defaults["hms"])
        let both = ReadingLimits(judgedBy: [ios, hms], ceiling: 100_000_000)
        #expect(both[.image] == 10_000_000)
        #expect(ReadingLimits(judgedBy: [hms], ceiling: 100_000_000)[.image] == 512_000)
        #expect(ReadingLimits(judgedBy: [ios], ceiling: 100_000_000)[.unknown] == 50_000_000)
        #expect(ReadingLimits(judgedBy: [ios], ceiling: 1000)[.video] == 1000)
        // One that sets no limit of its own refuses nothing by size.
        #expect(both.union(ReadingLimits(judgedBy: [], ceiling: 70_000_000))[.image] == 70_000_000)
    }

    @Test func `given the table of codes, when any is looked up, then it says what to do and its state fits its kind`()
    {
        for code in Code.allCases {
            let facts = code.facts
            #expect(!facts.remedy.isEmpty && !facts.remedy.hasSuffix("."))
            #expect((100...599).contains(facts.httpStatus))
            if facts.memory == .permanent { #expect(facts.state == .failed || facts.state == .rejected) }
        }
        #expect(Code.deadlineExceeded.facts.state == .expired)
        #expect(Code.notMedia.facts.state == .rejected)
        #expect(Code.insecureURL.facts.state == nil)
    }

    @Test(
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (10_412_331, "10,412,331"), (-1234, "-1,234")]
            as [(Int64, String)])
    func `given a number, when it is shown, then its digits are grouped`(number: Int64, text: String) {
        #expect(grouped(number) == text)
    }
}
