import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Testing

@Suite("Media elsewhere", .timeLimit(.minutes(1)))
struct ElsewhereTests {
    /// What is found, as `pointer→inner dialect`, `-` where the place is nobody's slot.
    static func outline(_ payload: ReadPayload) -> [String] {
        payload.elsewhere.map {
            "\($0.jsonPointer)\($0.innerPointer.map { "→" + $0 } ?? "") \($0.dialect ?? "-")"
        }
    }

    static let cases: [(payload: String, found: [String])] = [
        // A slot of another dialect, exactly, or but for what stands in front of it.
        (#"{"aps":{},"CIO":{},"notification":{"image":"https://a.example/1"}}"#, ["/notification/image fcm"]),
        (#"{"aps":{},"CIO":{},"fcm_options":{"image":"https://a.example/1"}}"#, ["/fcm_options/image fcm"]),
        (
            #"{"aps":{},"CIO":{},"data":{"fcm_options":{"image":"https://a.example/1"}}}"#,
            ["/data/fcm_options/image fcm"]
        ),
        (#"{"aps":{},"pw_msg":1,"att":{"x":"https://a.example/1"}}"#, ["/att/x onesignal"]),
        (
            #"{"aps":{},"pw_msg":1,"_wp":[],"attachments":[{"url":"https://a.example/1"}]}"#,
            ["/attachments/0/url wonderpush"]
        ),
        (#"{"aps":{},"itbl":{},"com.batch":{"at":{"u":"https://a.example/1"}}}"#, ["/com.batch/at/u batch"]),
        (#"{"aps":{},"CIO":{},"rich-media":"https://a.example/1"}"#, ["/rich-media klaviyo"]),
        // The provider's own slot in another shape comes before those of others.
        (#"{"aps":{},"CIO":{},"image":"https://a.example/1"}"#, ["/image customerio"]),
        (#"{"aps":{},"wzrk_id":1,"wzrk_bp":"https://a.example/1"}"#, ["/wzrk_bp clevertap"]),
        // Nobody's slot: told by the end of the path, or by the name.
        (#"{"aps":{},"CIO":{},"x":"https://a.example/p/1.JPG?w=1#f"}"#, ["/x -"]),
        (
            #"{"aps":{},"CIO":{},"x":["https://a.example/1.mp4",{"y":"https://a.example/2.webp"}]}"#,
            ["/x/0 -", "/x/1/y -"]
        ),
        (
            #"{"aps":{},"CIO":{},"heroImage":"https://a.example/1","big_photo":"https://a.example/2"}"#,
            ["/big_photo -", "/heroImage -"]
        ),
        (
            #"{"aps":{},"CIO":{},"banner":{"src":"https://a.example/1"},"videos":["https://a.example/2"]}"#,
            ["/banner/src -", "/videos/0 -"]
        ),
        // Of repeated members the last counts.
        (#"{"aps":{},"CIO":{},"image":"https://a.example/1","image":"none"}"#, []),
        (
            #"{"aps":{},"CIO":{},"HTMLImage":"https://a.example/1","IMAGEUrl":"https://a.example/2","imagelink":"https://a.example/3"}"#,
            ["/HTMLImage -", "/IMAGEUrl -", "/imagelink -"]
        ),
        // Links and other URLs are no media.
        (
            #"{"aps":{},"CIO":{},"x":"https://a.example/1.html","url":"https://a.example/2","page":{"url":"https://a.example/3"},"z":"https://a.png","shop":"https://shop.ico?x"}"#,
            []
        ),
        (#"{"aps":{},"CIO":{"push":{"link":"https://a.example/1.png"}}}"#, []),
        (
            #"{"aps":{},"CIO":{},"image":"asset.png","photo":"ftp://a.example/1.png","icon":"https://u:p@a.example/1.png"}"#,
            []
        ),
        // JSON text inside a string, however its slashes are written; text inside of text no more.
        (
            #"{"aps":{},"CIO":{},"data":"{\"hero\":{\"image\":\"https:\\/\\/a.example\\/1\"}}"}"#,
            ["/data→/hero/image -"]
        ),
        (
            #"{"aps":{},"CIO":{},"itbl":"{\"attachment-url\":\"https://a.example/1\"}"}"#,
            ["/itbl→/attachment-url iterable"]
        ),
        (#"{"aps":{},"CIO":{},"data":"[\"{\\\"image\\\":\\\"https://a.example/1\\\"}\"]"}"#, []),
        (#"{"aps":{},"CIO":{},"image":"\u0068ttps://a.example/1"}"#, ["/image customerio"]),
        // A payload of no known provider.
        (#"{"notification":{"title":"t","image":"https://a.example/1"}}"#, ["/notification/image fcm"]),
        (#"[["https://a.example/1.png"]]"#, ["/0/0 -"]), (#""https://a.example/1.png""#, [" -"]), ("7", []),
        // Where the dialect's slots hold media, nothing else is looked for; an empty slot is none.
        (#"{"aps":{},"CIO":{"push":{"image":"https://a.example/1"}},"image":"https://a.example/2"}"#, []),
        (#"{"aps":{},"CIO":{"push":{"image":""}},"image":"https://a.example/2"}"#, ["/image customerio"]),
    ]

    @Test(
        "given no media in the dialect's slots, when a payload is read, then those elsewhere are told", arguments: cases
    )
    func finds(_ row: (payload: String, found: [String])) throws {
        let payload = try read(row.payload)
        #expect(Self.outline(payload) == row.found)
        #expect(payload.elsewhere.isEmpty || payload.media.isEmpty)
    }

    @Test("given media elsewhere, when it prints, then its place, its dialect and where the client looks are told")
    func prints() throws {
        let text = #"{"aps":{},"CIO":{},"notification":{"image":" https://a.example/1 "}}"#
        let report = try JSONDocument(try printed(try JSONDocument(Array(text.utf8)).root)).root
        #expect(
            report["elsewhere"]?.sourceText
                == #"[{"url":" https://a.example/1 ","jsonPointer":"/notification/image","dialect":"fcm","message":"under notification.image; this provider's client reads CIO.push.image"}]"#
        )
    }

    @Test("given a provider with many slots, when it prints, then the first are told and how many there are")
    func shortensLists() throws {
        let many = try read(#"{"app_id":"a","contents":{},"x":"https://a.example/1.png"}"#).elsewhere
        #expect(
            many.map(\.message) == [
                "under x; this provider's client reads ios_attachments.*, big_picture, large_icon, huawei_big_picture and 5 more"
            ])
        #expect(try read(#""https://a.example/1.png""#).elsewhere.first?.message.hasPrefix("at the root; ") == true)
        let none = try read(#"{"x":"https://a.example/1.png"}"#).elsewhere
        #expect(
            none.map(\.message) == [
                "under x; this payload is of no known provider: image-url, attachment-url, media_url, imageUrl are read, and what payload.mediaPointers names"
            ])
    }

    @Test("given nothing elsewhere, when it prints, then there is no such member")
    func leavesOut() throws {
        let report = try printed(try JSONDocument(Array(#"{"aps":{}}"#.utf8)).root)
        #expect(String(decoding: report, as: UTF8.self).hasSuffix(#""rejected":[],"fields":{}}"#))
    }

    @Test("given thousands of them, when a payload is read, then a thousand are told")
    func bounds() throws {
        let list = (0..<3000).map { "\"https://a.example/\($0).png\"" }.joined(separator: ",")
        #expect(try read("{\"aps\":{},\"x\":[\(list)]}").elsewhere.count == 1000)
    }

    @Test("given 10,000 levels, when a payload is looked through, then the one at the bottom is found")
    func findsDeep() throws {
        let text =
            String(repeating: "[", count: 9999) + "\"https://a.example/1.png\"" + String(repeating: "]", count: 9999)
        #expect(try read("{\"x\":\(text)}").elsewhere.count == 1)
    }
}
