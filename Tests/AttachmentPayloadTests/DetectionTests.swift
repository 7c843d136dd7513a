import AttachmentPayload
import Testing

@Suite("Telling the dialect", .timeLimit(.minutes(1)))
struct DetectionTests {
    static let markers: [(payload: String, provider: String, shape: PayloadShape)] = [
        (#"{"uniqueKey":"k","description":"","receivedAt":1}"#, "stored-push", .storedPush),
        (#"{"uniqueKey":"k","description":"","receivedAt":1,"aps":{}}"#, "mindbox", .apnsDevice),
        (#"{"uniqueKey":"k","description":""}"#, "mindbox", .fcmDevice),
        (#"{"message":{"android":{},"token":["t"]}}"#, "hms", .serverRequest),
        (#"{"message":{"android":{"notification":{"click_action":{}}},"token":"t"}}"#, "hms", .serverRequest),
        (#"{"message":{"android":{"notification":{"click_action":"OPEN"}},"token":"t"}}"#, "fcm", .serverRequest),
        (#"{"message":{"apns":{}}}"#, "fcm", .serverRequest),
        (#"{"message":{"webpush":{}}}"#, "fcm", .serverRequest),
        (#"{"message":{"notification":{}}}"#, "fcm", .serverRequest),
        (#"{"message":{"notification":"text"}}"#, "generic", .fcmDevice),
        (#"{"messages":{"apple_push":{}}}"#, "braze", .serverRequest),
        (#"{"app_id":"a","contents":{}}"#, "onesignal", .serverRequest),
        (#"{"app_id":"a"}"#, "generic", .fcmDevice),
        (#"{"audience":"all","notification":{}}"#, "airship", .serverRequest),
        (#"{"to":"ExponentPushToken[x]"}"#, "expo", .serverRequest),
        (#"{"to":["ExponentPushToken[x]","y"]}"#, "expo", .serverRequest),
        (#"{"to":"/topics/x"}"#, "generic", .fcmDevice),
        (#"{"to":{"0":"ExponentPushToken[x]"}}"#, "generic", .fcmDevice),
        (#"{"aps":{},"com.urbanairship.metadata":""}"#, "airship", .apnsDevice),
        (#"{"com.urbanairship.push.ALERT":""}"#, "airship", .fcmDevice),
        (#"{"aps":{},"a4sid":"1"}"#, "accengage", .apnsDevice),
        (#"{"aps":{},"ab":{}}"#, "braze", .apnsDevice), (#"{"aps":{},"ab":"text"}"#, "generic", .apnsDevice),
        (#"{"_ab":"true"}"#, "braze", .fcmDevice), (#"{"aps":{"uniqueKey":"k"}}"#, "mindbox", .apnsDevice),
        (#"{"aps":{},"custom":{"i":"1","a":{"k.message":{}}}}"#, "kumulos", .apnsDevice),
        (#"{"aps":{},"os_data":{}}"#, "onesignal", .apnsDevice),
        (#"{"aps":{},"custom":{"i":""}}"#, "onesignal", .apnsDevice),
        (#"{"aps":{},"custom":{"u":""}}"#, "generic", .apnsDevice),
        (#"{"custom":"{\"i\":1}"}"#, "onesignal", .fcmDevice),
        (#"{"custom":"{\"i\":1"}"#, "generic", .fcmDevice), (#"{"aps":{},"itbl":{}}"#, "iterable", .apnsDevice),
        (#"{"itbl":"{}"}"#, "iterable", .fcmDevice), (#"{"aps":{},"wzrk_x":1}"#, "clevertap", .apnsDevice),
        (#"{"wzrk_x":1}"#, "clevertap", .fcmDevice), (#"{"aps":{},"com.batch":{}}"#, "batch", .apnsDevice),
        (#"{"aps":{},"_wp":{}}"#, "wonderpush", .apnsDevice), (#"{"aps":{},"pw_msg":"1"}"#, "pushwoosh", .apnsDevice),
        (#"{"aps":{},"CIO":{}}"#, "customerio", .apnsDevice), (#"{"CIO-Delivery-ID":""}"#, "customerio", .fcmDevice),
        (#"{"aps":{},"_sid":"SFMC"}"#, "sfmc", .apnsDevice), (#"{"aps":{},"_sid":"else"}"#, "generic", .apnsDevice),
        (#"{"aps":{},"_mediaUrl":""}"#, "sfmc", .apnsDevice), (#"{"aps":{},"_xdm":{}}"#, "adobe-ajo", .apnsDevice),
        (#"{"adb_image":""}"#, "adobe-ajo", .fcmDevice),
        (#"{"aps":{},"_mId":"1","_dId":"2"}"#, "adobe-campaign", .apnsDevice),
        (#"{"aps":{},"_mId":"1"}"#, "generic", .apnsDevice),
        (#"{"aps":{},"data":{"pinpoint":{}}}"#, "pinpoint", .apnsDevice),
        (#"{"aps":{},"body":{"_richContent":{}}}"#, "expo", .apnsDevice),
        (#"{"aps":{},"notifee_options":{}}"#, "notifee", .apnsDevice), (#"{"aps":{},"_sw":{}}"#, "swrve", .apnsDevice),
        (#"{"aps":{},"_p":"5"}"#, "swrve", .apnsDevice),
        (#"{"aps":{},"bsft_message_uuid":""}"#, "blueshift", .apnsDevice),
        (#"{"aps":{},"body":{"_k":{}}}"#, "klaviyo", .apnsDevice),
        (#"{"aps":{},"rich-media":""}"#, "klaviyo", .apnsDevice),
        (#"{"body":"{\"_k\":{}}"}"#, "klaviyo", .fcmDevice), (#"{"aps":{},"_lpm":1}"#, "leanplum", .apnsDevice),
        (#"{"aps":{},"LP_URL":1}"#, "leanplum", .apnsDevice), (#"{"push_from":"moengage"}"#, "moengage", .fcmDevice),
        (#"{"push_from":"else"}"#, "generic", .fcmDevice),
        (#"{"aps":{},"source":"xnpe_platform"}"#, "exponea", .apnsDevice),
        (#"{"aps":{},"ems":{}}"#, "emarsys", .apnsDevice),
        (#"{"aps":{},"appcues_notification_id":""}"#, "appcues", .apnsDevice),
        (#"{"aps":{},"rover":{"notification":{}}}"#, "rover", .apnsDevice),
        (#"{"aps":{},"webhook_id":"w"}"#, "home-assistant", .apnsDevice),
        (#"{"aps":{},"attachment":{}}"#, "home-assistant", .apnsDevice),
        (#"{"aps":{},"attachment":"text"}"#, "generic", .apnsDevice),
        (#"{"aps":{},"data":{"video":""}}"#, "sailthru", .apnsDevice),
        (#"{"data":{"video":""}}"#, "generic", .fcmDevice),
        (#"{"aps":{},"fcm_options":{}}"#, "fcm", .apnsDevice), (#"{"gcm.n.e":"1"}"#, "fcm", .fcmDevice),
        (#"{"google.message_id":"1"}"#, "fcm", .fcmDevice), (#"{"title":"t","icon":"i"}"#, "webpush", .web),
        (#"{"title":"t","image":"i","aps":{}}"#, "generic", .apnsDevice), (#"{"title":"t"}"#, "generic", .fcmDevice),
        (#"{"aps":{},"media-attachment":""}"#, "acoustic", .apnsDevice), (#"{"aps":{}}"#, "generic", .apnsDevice),
        // The order of the rows decides between markers.
        (#"{"aps":{},"itbl":{},"wzrk_a":1,"fcm_options":{},"gcm.a":1}"#, "iterable", .apnsDevice),
        (#"{"aps":{},"gcm.message_id":"1","_wp":{},"pw_msg":1}"#, "wonderpush", .apnsDevice),
        (#"{"uniqueKey":"k","aps":{},"os_data":{}}"#, "mindbox", .apnsDevice),
        // No objects at all.
        ("[]", "generic", .fcmDevice), ("null", "generic", .fcmDevice), ("42", "generic", .fcmDevice),
        (#""text""#, "generic", .fcmDevice), ("{}", "generic", .fcmDevice),
    ]

    @Test("given a marker, when the payload is read, then provider and shape are told", arguments: markers)
    func tells(_ row: (payload: String, provider: String, shape: PayloadShape)) throws {
        let payload = try read(row.payload)
        #expect(payload.provider == row.provider)
        #expect(payload.shape == row.shape)
    }
}
