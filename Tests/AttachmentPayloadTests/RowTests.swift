import AttachmentDomain
import AttachmentPayload
import Testing

/// The rows of the table for which no vector stands, and rules that no vector shows.
@Suite("The rows of the table", .timeLimit(.minutes(1)))
struct RowTests {
    /// What is found, written `role kind pointer(→inner)`, and `!` with the reason for what is rejected.
    static func outline(_ payload: ReadPayload) -> [String] {
        payload.media.map {
            "\($0.role.rawValue) \($0.kind.rawValue) \($0.jsonPointer)" + ($0.innerPointer.map { "→" + $0 } ?? "")
        }
            + payload.rejected.map {
                "!\($0.reason.rawValue) \($0.jsonPointer)" + ($0.innerPointer.map { "→" + $0 } ?? "")
            }
    }

    static let rows: [(payload: String, found: [String])] = [
        // FCM on Android.
        (
            #"{"gcm.n.image":"https://a.example/1","fcm_options":{"image":"https://a.example/2"}}"#,
            ["big_picture image /gcm.n.image"]
        ),
        // OneSignal: the silent form, and the forms in their order.
        (#"{"aps":{},"custom":{"i":"1"},"at":{"x":"https://a.example/1"}}"#, ["attachment unknown /at/x"]),
        (
            #"{"aps":{},"os_data":{"i":"1","att":{"x":"https://a.example/1"}},"at":{"y":"https://a.example/2"}}"#,
            ["attachment unknown /os_data/att/x"]
        ),
        (#"{"aps":{},"custom":{"i":"1"},"att":["https://a.example/1"]}"#, []),
        (
            #"{"aps":{},"custom":{"i":"1"},"att":{"b":5,"a":null,"é":"https://a.example/1","Z":"https://a.example/2"}}"#,
            ["attachment unknown /att/Z", "attachment unknown /att/é", "!null /att/a", "!not-a-string /att/b"]
        ),
        (#"{"custom":"{\"i\":1}","bg_img":"no json","bicon":"asset"}"#, ["!no-scheme /bicon"]),
        (#"{"custom":{"i":1},"bg_img":{"img":"https://a.example/1"}}"#, ["background image /bg_img/img"]),
        // Airship: one URL, or several without ids.
        (
            #"{"aps":{},"com.urbanairship.media_attachment":{"url":"https://a.example/1"}}"#,
            ["attachment unknown /com.urbanairship.media_attachment/url"]
        ),
        (
            #"{"aps":{},"com.urbanairship.media_attachment":{"url":["https://a.example/1",5,null,"https://a.example/2"]}}"#,
            [
                "attachment unknown /com.urbanairship.media_attachment/url/0",
                "attachment unknown /com.urbanairship.media_attachment/url/3",
            ]
        ),
        (
            #"{"aps":{},"com.urbanairship.media_attachment":{"url":{}}}"#,
            ["!not-a-string /com.urbanairship.media_attachment/url"]
        ),
        // Airship's API: all of one language before the next.
        (
            #"{"audience":1,"notification":{},"localizations":[{"notification":{"android":{"style":{"big_picture":"https://a.example/1"}},"ios":{"media_attachment":{"url":"https://a.example/2"}}}},7,{"notification":{"ios":{"media_attachment":{"url":"https://a.example/3"}}}}]}"#,
            [
                "attachment unknown /localizations/0/notification/ios/media_attachment/url",
                "big_picture image /localizations/0/notification/android/style/big_picture",
                "attachment unknown /localizations/2/notification/ios/media_attachment/url",
            ]
        ),
        // Accengage.
        (
            #"{"aps":{},"a4sid":"1","acc-atts":[{"att-url":"https://a.example/1","att-id":"x"}],"att-url":"https://a.example/2"}"#,
            ["attachment unknown /acc-atts/0/att-url", "attachment unknown /att-url"]
        ),
        // Braze's API.
        (
            #"{"messages":{"apple_push":{"asset_url":"https://a.example/1","asset_file_type":"mp4"}}}"#,
            ["attachment video /messages/apple_push/asset_url"]
        ),
        // Mindbox on Android.
        (#"{"uniqueKey":"k","imageUrl":"https://a.example/1"}"#, ["big_picture image /imageUrl"]),
        (#"{"aps":{"uniqueKey":"k"},"imageUrl":"https://a.example/1"}"#, []),
        // CleverTap.
        (
            #"{"aps":{},"wzrk_id":1,"ct_ContentSlider":{"items":[{"imageUrl":"https://a.example/1"},3,{"imageUrl":""}]},"ct_mediaUrl":"https://a.example/2"}"#,
            [
                "attachment unknown /ct_mediaUrl", "carousel image /ct_ContentSlider/items/0/imageUrl",
                "!empty /ct_ContentSlider/items/2/imageUrl",
            ]
        ),
        // Customer.io, Klaviyo, Adobe, MoEngage, Exponea, Emarsys on Android.
        (#"{"CIO-Delivery-ID":"1","image":"https://a.example/1"}"#, ["big_picture image /image"]),
        (#"{"body":"{\"_k\":{}}","image_url":"https://a.example/1"}"#, ["big_picture image /image_url"]),
        (#"{"adb_image":"https://a.example/1"}"#, ["big_picture image /adb_image"]),
        (#"{"push_from":"moengage","gcm_image_url":"https://a.example/1"}"#, ["big_picture image /gcm_image_url"]),
        (#"{"source":"xnpe_platform","image":"https://a.example/1"}"#, ["big_picture image /image"]),
        (#"{"aps":{},"source":"xnpe_platform","image":"https://a.example/1"}"#, ["attachment image /image"]),
        (
            #"{"aps":{},"ems":{},"notification":{"imageUrl":"https://a.example/1"},"image_url":"https://a.example/2"}"#,
            ["attachment image /notification/imageUrl", "attachment image /image_url"]
        ),
        // Adobe Campaign, Appcues, Rover, Home Assistant, Sailthru, Acoustic, Expo's request.
        (
            #"{"aps":{},"_mId":1,"_dId":2,"media-attachment-url":"https://a.example/1"}"#,
            ["attachment unknown /media-attachment-url"]
        ),
        (
            #"{"aps":{},"appcues_notification_id":"1","appcues_attachment_url":"https://a.example/1"}"#,
            ["attachment unknown /appcues_attachment_url"]
        ),
        (
            #"{"aps":{},"rover":{"notification":{"attachment":{"url":"https://a.example/1"}}}}"#,
            ["attachment unknown /rover/notification/attachment/url"]
        ),
        (
            #"{"aps":{},"attachment":{"url":"https://a.example/1","content-type":"JPEG"}}"#,
            ["attachment image /attachment/url"]
        ),
        (#"{"aps":{},"webhook_id":"w","attachment":{"url":"/api/camera"}}"#, ["!no-scheme /attachment/url"]),
        (
            #"{"aps":{},"data":{"video":"https://a.example/1","picture":"https://a.example/2"}}"#,
            ["attachment video /data/video", "fallback image /data/picture"]
        ),
        (#"{"aps":{},"media-attachment":"https://a.example/1"}"#, ["attachment unknown /media-attachment"]),
        (
            #"{"to":"ExponentPushToken[x]","richContent":{"image":"https://a.example/1"}}"#,
            ["attachment image /richContent/image"]
        ),
        // Blueshift's carousel.
        (
            #"{"aps":{},"bsft_message_uuid":1,"carousel_elements":[{"image_url":"https://a.example/1"}]}"#,
            ["carousel image /carousel_elements/0/image_url"]
        ),
        // WonderPush: only arrays, only objects in them.
        (#"{"aps":{},"_wp":{"attachments":{"a":{"url":"https://a.example/1"}}}}"#, []),
        (
            #"{"aps":{},"_wp":{"attachments":[["https://a.example/1"],null,{"url":7}]}}"#,
            ["!not-a-string /_wp/attachments/2/url"]
        ),
        // Reasons.
        (
            #"{"aps":{},"image-url":" \t ","attachment-url":"//a.example/1","media_url":"https://","imageUrl":"https://u:p@a.example/"}"#,
            ["!empty /image-url", "!no-scheme /attachment-url", "!no-host /media_url", "!malformed /imageUrl"]
        ),
        (
            #"{"aps":{},"image-url":"https://a.example/\u0000","attachment-url":"https:\\\\a.example","media_url":[],"imageUrl":false}"#,
            [
                "!malformed /image-url", "!malformed /attachment-url", "!not-a-string /media_url",
                "!not-a-string /imageUrl",
            ]
        ),
        // Acoustic's slot has no marker of its own: generic slots come first.
        (
            #"{"aps":{},"media-attachment":"https://a.example/1","image-url":"https://a.example/2"}"#,
            ["attachment image /image-url"]
        ),
        // A scheme without an authority names no host.
        (
            #"{"aps":{},"image-url":"https:a.example/1","imageUrl":"https:/a.example/1"}"#,
            ["!no-host /image-url", "!no-host /imageUrl"]
        ),
        // Of repeated members the last counts.
        (#"{"aps":{},"imageUrl":"https://a.example/1","image\u0055rl":null}"#, ["!null /imageUrl"]),
        // Names that hold a slash or a tilde are escaped in pointers.
        (#"{"aps":{},"custom":{"i":1},"att":{"a/b~c":"https://a.example/1"}}"#, ["attachment unknown /att/a~1b~0c"]),
    ]

    @Test("given a payload of a row, when it is read, then its slots are listed in order", arguments: rows)
    func reads(_ row: (payload: String, found: [String])) throws {
        #expect(Self.outline(try read(row.payload)) == row.found)
    }

    @Test("given what a payload says about its media, when it is read, then it is told; wrong types say nothing")
    func describes() throws {
        let text = #"""
            {"aps":{},"_wp":{"attachments":[
             {"url":"http://a.example/1#x","id":7,"type":".PNG","options":{
              "UNNotificationAttachmentOptionsThumbnailTimeKey":1.5,
              "UNNotificationAttachmentOptionsThumbnailClippingRectKey":{"X":0,"Y":0.5,"Width":1,"Height":0.5}}},
             {"url":"https://a.example/2","id":{},"type":5,"options":{
              "UNNotificationAttachmentOptionsThumbnailHiddenKey":"yes","UNNotificationAttachmentOptionsThumbnailTimeKey":1e999}},
             {"url":"https://a.example/3","type":"nonsense","options":[]}]}}
            """#
        let media = try read(text).media
        #expect(media.map(\.id) == ["7", "1", "2"])
        #expect(media.map(\.typeHint) == [".PNG", nil, "nonsense"])
        #expect(media.map(\.kind) == [.image, .unknown, .unknown])
        #expect(media[0].options == AttachmentOptions(time: 1.5, clip: .init(x: 0, y: 0.5, width: 1, height: 0.5)))
        #expect(media[1].options == nil && media[2].options == nil)
        #expect(media.map(\.insecure) == [true, nil, nil])
        #expect(media.map(\.requestUrl) == [nil, nil, nil])
        #expect(media[0].url == "http://a.example/1#x")
    }

    static let hints: [(hint: String, kind: MediaKind)] = [
        ("jpg", .image), (".JFIF", .image), ("image/pjpeg", .image), ("public.heic", .image), ("picture", .image),
        ("application/mp4", .video), ("video/x-anything", .video), ("public.mpeg-4", .video), ("mov", .video),
        ("application/ogg", .audio), ("com.apple.m4a-audio", .audio), ("public.mp2", .audio), ("au", .audio),
        ("public.ulaw-audio", .audio), (" audio / mpeg ", .audio), ("text/html", .unknown), ("", .unknown),
        ("jpg.exe", .unknown),
    ]

    @Test("given a suffix, a MIME type, a UTI or a word, when it is a hint, then it tells the kind", arguments: hints)
    func readsHints(_ row: (hint: String, kind: MediaKind)) throws {
        let text = #"{"aps":{},"ab":{"att":{"url":"https://a.example/1","type":"\#(row.hint)"}}}"#
        #expect(try read(text).media.map(\.kind) == [row.kind])
    }

    @Test("given ids that are numbers, when one is the thumbnail's, then that attachment is it")
    func takesNumericThumbnail() throws {
        let text =
            #"{"aps":{},"com.urbanairship.media_attachment":{"thumbnail_id":2,"urls":[{"url":"https://a.example/1","url_id":1},{"url":"https://a.example/2","url_id":2}]}}"#
        #expect(try read(text).media.map(\.thumbnail) == [nil, true])
    }

    static let targets: [(payload: String, targets: [[String]])] = [
        (#"{"aps":{},"imageUrl":"https://a.example/1"}"#, [["ios"]]),
        (#"{"imageUrl":"https://a.example/1"}"#, [["ios"]]),
        (#"{"uniqueKey":"k","imageUrl":"https://a.example/1"}"#, [["fcm-android"]]),
        (#"{"title":"t","image":"https://a.example/1"}"#, [["web"]]),
        (
            #"{"message":{"notification":{"image":"https://a.example/1"},"android":{"notification":{"image":"https://a.example/2"}},"apns":{"fcm_options":{"image":"https://a.example/3"}},"webpush":{"notification":{"icon":"https://a.example/4"}}}}"#,
            [["ios", "fcm-android", "web"], ["fcm-android"], ["ios"], ["web"]]
        ),
        (
            #"{"app_id":"a","contents":{},"huawei_big_picture":"https://a.example/1","adm_big_picture":"https://a.example/2"}"#,
            [["hms"], ["fcm-android"]]
        ),
        (#"{"message":{"token":[],"android":{"notification":{"image":"https://a.example/1"}}}}"#, [["hms"]]),
        (
            #"{"to":"ExponentPushToken[x]","richContent":{"image":"https://a.example/1"}}"#,
            [["ios", "fcm-android", "web"]]
        ),
        (#"{"uniqueKey":"k","description":"","receivedAt":1,"imageUrl":"https://a.example/1"}"#, [["ios"]]),
    ]

    @Test("given a slot, when it is read, then it is judged by the profiles that it reaches", arguments: targets)
    func choosesTargets(_ row: (payload: String, targets: [[String]])) throws {
        #expect(try read(row.payload).media.map(\.targets) == row.targets)
    }

    static let fields: [(payload: String, fields: [PushField: FieldPlace])] = [
        (#"{"aps":{"alert":5}}"#, [.body: FieldPlace(jsonPointer: "/aps/alert")]),
        (#"{"aps":{"alert":{"title":null,"body":[]}}}"#, [:]),
        (#"{"aps":{"alert":{"subtitle":"s"}}}"#, [.subtitle: FieldPlace(jsonPointer: "/aps/alert/subtitle")]),
        (
            #"{"aps":{},"custom":{"i":"1"},"m":{"title":"t","body":"b"}}"#,
            [
                .uniqueKey: FieldPlace(jsonPointer: "/custom/i"), .title: FieldPlace(jsonPointer: "/m/title"),
                .body: FieldPlace(jsonPointer: "/m/body"),
            ]
        ),
        // An empty string gives way to a later place; alone it is told.
        (
            #"{"aps":{"alert":{"title":"t","body":""}},"custom":{"i":""},"os_data":{"i":"1"}}"#,
            [
                .uniqueKey: FieldPlace(jsonPointer: "/os_data/i"), .title: FieldPlace(jsonPointer: "/aps/alert/title"),
                .body: FieldPlace(jsonPointer: "/aps/alert/body"),
            ]
        ),
        // Where the provider's own words are missing, Apple's are the push's.
        (
            #"{"aps":{"alert":{"title":"t","body":"b"}},"source":"xnpe_platform","message":"m"}"#,
            [.title: FieldPlace(jsonPointer: "/aps/alert/title"), .body: FieldPlace(jsonPointer: "/message")]
        ),
        (
            #"{"aps":{"alert":"b"},"notifee_options":{"title":"t"}}"#,
            [.title: FieldPlace(jsonPointer: "/notifee_options/title"), .body: FieldPlace(jsonPointer: "/aps/alert")]
        ),
        (
            #"{"google.message_id":"1","gcm.message_id":"2","gcm.n.title":"t","gcm.n.link":"l"}"#,
            [
                .uniqueKey: FieldPlace(jsonPointer: "/google.message_id"),
                .title: FieldPlace(jsonPointer: "/gcm.n.title"), .link: FieldPlace(jsonPointer: "/gcm.n.link"),
            ]
        ),
        (
            #"{"body":"{\"_k\":{\"$message\":1}}"}"#,
            [
                .uniqueKey: FieldPlace(jsonPointer: "/body", innerPointer: "/_k/$message"),
                .body: FieldPlace(jsonPointer: "/body"),
            ]
        ),
        (
            #"{"aps":{"alert":"a"},"com.urbanairship.x":1,"com.urbanairship.media_attachment":{"content":{"title":"t"}}}"#,
            [
                .title: FieldPlace(jsonPointer: "/com.urbanairship.media_attachment/content/title"),
                .body: FieldPlace(jsonPointer: "/aps/alert"),
            ]
        ),
    ]

    @Test(
        "given the words of a push, when it is read, then the first place with text or a number counts",
        arguments: fields)
    func findsFields(_ row: (payload: String, fields: [PushField: FieldPlace])) throws {
        let payload = try read(row.payload)
        #expect(Set(payload.fields.fields) == Set(row.fields.keys))
        for (field, place) in row.fields { #expect(payload.fields[field] == place) }
    }
}
