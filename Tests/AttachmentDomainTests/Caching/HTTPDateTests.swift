import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPDateTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
            ("Fri, 31 Dec 2066 23:59:60 GMT", 3_061_065_599),
        ] as [(String, Int64)])
    func `given a date in any form of HTTP, when it is read, then it is Unix seconds`(text: String, seconds: Int64) {
        #expect(HTTPDate.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "yesterday", "Sun, 06 Nov 1994", "Sun, 06 Now 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37:1 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
        "Sun, 06 Nov 99994 08:49:37 GMT",
    ])
    func `given no date, when it is read, then there is none`(text: String) {
        #expect(HTTPDate.seconds(of: text) == nil)
    }
}
