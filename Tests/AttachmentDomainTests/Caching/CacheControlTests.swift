import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CacheControlTests {
    @Test func `given directives in any case and quoting, when they are read, then each has its meaning`() {
        let control = CacheControl("Max-Age=60, private=\"set-cookie, x\", must-revalidate , IMMUTABLE, x=\"no-store\"")
        #expect(control.maxAge == 60)
        #expect(control.isPrivate && control.mustRevalidate && control.immutable)
        #expect(!control.noStore)
    }

    @Test(
        arguments: [
            ("max-age=10, max-age=20", 10), ("max-age=-5", 0), ("max-age=abc", 0), ("max-age", 0), ("max-age=\"7\"", 7),
            ("max-age=99999999999999999999", 2_147_483_648),
        ] as [(String, Int64)])
    func `given an odd max-age, when it is read, then it never gives leave by mistake`(header: String, seconds: Int64) {
        #expect(CacheControl(header).maxAge == seconds)
    }
}
