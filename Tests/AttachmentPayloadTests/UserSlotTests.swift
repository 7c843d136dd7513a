import AttachmentPayload
import AttachmentJSON
import Testing

@Suite("Slots of the user's", .timeLimit(.minutes(1)))
struct UserSlotTests {
    static let payload = #"""
        {"aps":{},"imageUrl":"https://a.example/0","data":{"hero":[{"url":"https://a.example/1"},{"url":""},5],
         "map":{"b":{"url":"https://a.example/2"},"a":{"url":"https://a.example/3"}},"list":["https://a.example/4",7,null]},"a/b":"https://a.example/5"}
        """#

    static let cases: [(pointers: [String], found: [String])] = [
        (["/data/hero/*/url"], ["attachment unknown /data/hero/0/url", "!empty /data/hero/1/url"]),
        (["/data/map/*/url"], ["attachment unknown /data/map/a/url", "attachment unknown /data/map/b/url"]),
        (["/data/list/*"], ["attachment unknown /data/list/0"]),
        (["/data/list/0"], ["attachment unknown /data/list/0"]),
        (["/a~1b", "/nothing/*/here"], ["attachment unknown /a~1b"]),
        (["/imageUrl", "/a~1b", "/a~1b"], ["attachment unknown /a~1b"]),
        (
            ["/data/*/*/url", "/aps/*"],
            [
                "attachment unknown /data/hero/0/url", "attachment unknown /data/map/a/url",
                "attachment unknown /data/map/b/url", "!empty /data/hero/1/url",
            ]
        ),
    ]

    @Test(
        "given media pointers, when a payload is read, then they follow the dialect's slots, each place once",
        arguments: cases)
    func reads(_ row: (pointers: [String], found: [String])) throws {
        let payload = try read(Self.payload, pointers: row.pointers)
        #expect(RowTests.outline(payload) == ["attachment image /imageUrl"] + row.found)
    }

    @Test("given text that is no pointer, when a reader is made, then the policy is refused")
    func refuses() {
        #expect(throws: PayloadError.notAPointer("data/hero")) { try read("{}", pointers: ["/a", "data/hero"]) }
    }
}
