import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ExpiresTests {
    // Case 19.
    @Test(arguments: [-7200, 0, 7200] as [Int64])
    func `given only Expires, when it lies after Date, then the time between is the lifetime`(offset: Int64) {
        let made = date(offset)
        let response = CachedResponse.arrived(200, ["Date": made, "Expires": date(offset + 600)])
        #expect(Freshness.explicitLifetime(of: response, mode: .private) == 600)
        let present = CachedResponse.arrived(200, ["Date": made, "Expires": made])
        #expect(Freshness.explicitLifetime(of: present, mode: .private) == 0)
    }

    // Case 20.
    @Test(arguments: ["0", "-1", "", "tomorrow", "2023-11-14T22:13:20Z", "1700003600"])
    func `given Expires that is no date, when it arrives, then it has ended, and nothing is guessed`(text: String) {
        #expect(lifetime(of: ["Expires": text, "Last-Modified": date(-864_000), "Date": date(0)]) == 0)
    }

    // Case 21.
    @Test(
        arguments: [
            (["Expires": date(600), "expires": date(3600)], 0), (["Expires": date(3600), "Expires": date(600)], 0),
            (["Expires": "0", "Expires": date(600)], 0), (["Expires": date(600), "Expires": date(600)], 600),
        ] as [(Fields, Int64)])
    func `given two Expires, when they differ, then they have ended`(fields: Fields, seconds: Int64) {
        #expect(lifetime(of: fields + ["Date": date(0)]) == seconds)
    }

    // Case 22.
    @Test(arguments: [
        "Tue, 14 Nov 2023 23:13:20 GMT", "Tuesday, 14-Nov-23 23:13:20 GMT", "Tue Nov 14 23:13:20 2023",
    ])
    func `given Expires in an obsolete form, when it arrives, then it is a date`(text: String) {
        #expect(lifetime(of: ["Expires": text, "Date": date(0)]) == 3600)
    }

    // Case 22.
    @Test(
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Tuesday, 14-Nov-73 22:13:20 GMT", 3_277_923_200), ("Tuesday, 14-Nov-74 22:13:20 GMT", 153_699_200),
        ] as [(String, Int64)])
    func `given a year of two digits, when it is more than 50 years ahead, then it is of the past century`(
        text: String, seconds: Int64
    ) {
        #expect(HTTPDate.seconds(of: text, around: CacheScene.arrival) == seconds)
    }

    // Case 23.
    @Test(arguments: [
        "Tue, 14 Nov 2023 23:13:20 PST", "Tue, 14 Nov 2023 23:13:20 +0000", "Tue, 14 Nov 2023 23:13:20 UTC",
        "Tue, 14 Nov 2023 23:13:20", "Tue, 14-Nov-2023 23:13:20 GMT", "Tuesday, 14-Nov-2023 23:13:20 GMT",
        "Wed, 15 Nov 2023 1:13:20 GMT", "Tue, 14 Nov 2023 23.13.20 GMT", "Tue 14 Nov 2023 23:13:20 GMT",
        "Tue, 14  Nov 2023 23:13:20 GMT", "14 Nov 2023 23:13:20 GMT", "Tue, 14 November 2023 23:13:20 GMT",
    ])
    func `given Expires that is nearly a date, when it arrives, then it has ended`(text: String) {
        #expect(lifetime(of: ["Expires": text, "Date": date(0), "Last-Modified": date(-864_000)]) == 0)
    }

    // Case 24.
    @Test(arguments: [
        "Wed, 20 Jan 2038 00:00:00 GMT", "Mon, 01 Jan 2103 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
    func `given Expires far ahead, when it arrives, then the life is the maximum, and nothing overflows`(text: String) {
        #expect(lifetime(of: ["Expires": text, "Date": date(0)]) == 31_536_000)
        let open = lifetime(of: ["Expires": text, "Date": date(0)], cap: .max)
        #expect(HTTPDate.text(of: CacheScene.arrival + open) == text)
    }
}
