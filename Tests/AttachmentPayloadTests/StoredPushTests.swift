import AttachmentDomain
import AttachmentPayload
import Testing

@Suite("Stored pushes", .timeLimit(.minutes(1)))
struct StoredPushTests {
    @Test("given a push of a provider, when it is stored, then its words and key are the provider's")
    func storesWords() throws {
        let text =
            #"{"aps":{"alert":{"title":"T","body":"B"}},"fcm_options":{"image":" https://a.example/1 "},"gcm.message_id":17,"gcm.n.link":"l"} "#
        let push = try read(text).storedPush(receivedAt: 99)
        #expect(
            push
                == StoredPush(
                    uniqueKey: "17", title: "T", description: "B", imageUrl: " https://a.example/1 ", pushLink: "l",
                    payload: text,
                    receivedAt: 99))
    }

    @Test("given media of several kinds, when a push is stored, then the image is the first that is declared as one")
    func choosesImage() throws {
        let push = try read(#"{"aps":{},"attachment-url":"https://a.example/1","imageUrl":"https://a.example/2"}"#)
            .storedPush(receivedAt: 1)
        #expect(push.imageUrl == "https://a.example/2")
        #expect(
            try read(#"{"aps":{},"attachment-url":"https://a.example/1"}"#).storedPush(receivedAt: 1).imageUrl == "")
    }

    static let mindbox: [(payload: String, data: String)] = [
        (#"{"aps":{},"uniqueKey":"k","payload":"{\"promo\":1}"}"#, #"{"promo":1}"#),
        (#"{"aps":{},"uniqueKey":"k","payload":{"promo": 1}}"#, #"{"promo": 1}"#), (#"{"aps":{},"uniqueKey":"k"}"#, ""),
        (#"{"aps":{"uniqueKey":"k","payload":"x"},"payload":"y"}"#, "x"), (#"{"uniqueKey":"k","payload":null}"#, ""),
    ]

    @Test("given Mindbox's own data, when the push is stored, then they are the payload", arguments: mindbox)
    func storesCustomData(_ row: (payload: String, data: String)) throws {
        #expect(try read(row.payload).storedPush(receivedAt: 1).payload == row.data)
    }

    @Test("given no id, when a push is stored, then the key is the hash of the content, whatever the spelling")
    func derivesKey() throws {
        // printf '{"a":[1.0,"é"],"b":2}' | sha256sum
        let key = "sha256:619104605d0e6d267016994c95f244fe1ecaf552111b7b9f193d07d544d44c90"
        for text in [
            #"{"b":1,"a":[1.0,"\u00e9"],"b":2}"#, "\u{FEFF} { \"b\" : 2,\n\"a\":[1.0, \"é\"], \"receivedAt\":5}",
        ] {
            let payload = try read(text)
            #expect(payload.storedPush(receivedAt: 1).uniqueKey == payload.contentHash.description)
            #expect(payload.contentHash.description == key)
        }
        #expect(try read(#"{"a":[1,"é"],"b":2}"#).contentHash.description != key)
        #expect(try read(#"{"aps":{},"uniqueKey":""}"#).storedPush(receivedAt: 1).uniqueKey.hasPrefix("sha256:"))
    }

    @Test("given a stored push, when it is read, then it keeps its members, and absent ones are empty")
    func keepsOwnMembers() throws {
        let text =
            #"{"uniqueKey":"K","title":"T","description":"D","imageUrl":"","pushLink":"L","payload":"{}","receivedAt":1700000000.9}"#
        let payload = try read(text)
        #expect(payload.provider == "stored-push" && payload.media.isEmpty && payload.rejected.isEmpty)
        #expect(
            payload.storedPush(receivedAt: 5)
                == StoredPush(
                    uniqueKey: "K", title: "T", description: "D", imageUrl: "", pushLink: "L", payload: "{}",
                    receivedAt: 1_700_000_000))
        let short = try read(#"{"uniqueKey":"K","description":"D","receivedAt":1}"#).storedPush(receivedAt: 5)
        #expect(
            short
                == StoredPush(
                    uniqueKey: "K", title: "", description: "D", imageUrl: "", pushLink: "", payload: "", receivedAt: 1)
        )
    }

    static let times: [(text: String, seconds: Int64)] = [
        ("1.5", 1), ("-1.5", -2), ("0", 0), ("1e3", 1000), ("1e400", 5), ("\"7\"", 5), ("null", 5),
        ("9007199254740993", 9_007_199_254_740_993),
    ]

    @Test("given the time of a stored push, when it is read, then a fraction is floored", arguments: times)
    func floorsTime(_ row: (text: String, seconds: Int64)) throws {
        let text = #"{"uniqueKey":"K","description":"D","receivedAt":\#(row.text)}"#
        #expect(try read(text).storedPush(receivedAt: 5).receivedAt == row.seconds)
    }

    @Test(
        "given one URL spelled otherwise or named by the policy too, when a stored push is read, then it is listed once"
    )
    func listsURLsOnce() throws {
        for (image, inner) in [
            ("https://a.example/1#x", "https://a.example/1"), (" https://a.example/1#x", "https://a.example/1#y"),
            ("HTTPS://A.example/1", "https://a.example/1"),
        ] {
            let text =
                #"{"uniqueKey":"K","description":"D","receivedAt":1,"imageUrl":"\#(image)","x":"https://a.example/1","payload":"{\"aps\":{},\"image-url\":\"\#(inner)\"}"}"#
            #expect(RowTests.outline(try read(text, pointers: ["/x"])) == ["attachment image /imageUrl"])
        }
        let blank = #"{"uniqueKey":"K","description":"D","receivedAt":1,"imageUrl":" "}"#
        #expect(RowTests.outline(try read(blank)) == ["!empty /imageUrl"])
    }

    static let inner: [(payload: String, found: [String])] = [
        (
            #"{\"aps\":{},\"fcm_options\":{\"image\":\"https://a.example/2\"}}"#,
            ["attachment image /imageUrl", "attachment image /payload→/fcm_options/image"]
        ),
        (#"{\"aps\":{},\"fcm_options\":{\"image\":\"https://a.example/1\"}}"#, ["attachment image /imageUrl"]),
        (
            #"{\"aps\":{},\"fcm_options\":{\"image\":\"/x\"}}"#,
            ["attachment image /imageUrl", "!no-scheme /payload→/fcm_options/image"]
        ),
        (
            #"{\"aps\":{},\"media_url\":\"https://a.example/2\"}"#,
            ["attachment image /imageUrl", "attachment unknown /payload→/media_url"]
        ),
        (#"{\"media_url\":\"https://a.example/2\"}"#, ["attachment image /imageUrl"]),
        ("no json", ["attachment image /imageUrl"]),
        (
            #"{\"custom\":\"{\\\"i\\\":1}\",\"bg_img\":\"{\\\"img\\\":\\\"https://a.example/2\\\"}\"}"#,
            ["attachment image /imageUrl", "background image /payload→/bg_img/img"]
        ),
        (
            #"{\"uniqueKey\":\"k\",\"description\":\"\",\"receivedAt\":1,\"imageUrl\":\"https://a.example/2\"}"#,
            ["attachment image /imageUrl"]
        ),
    ]

    @Test(
        "given a payload inside a stored push, when it is read, then its media follow, equal URLs once",
        arguments: inner)
    func readsInner(_ row: (payload: String, found: [String])) throws {
        let text =
            #"{"uniqueKey":"K","description":"D","receivedAt":1,"imageUrl":"https://a.example/1","payload":"\#(row.payload)"}"#
        #expect(RowTests.outline(try read(text)) == row.found)
    }
}
