import AttachmentDomain

/// Providers of messaging services, in the order in which they are told.
extension DialectTable {
    static let messaging =
        [batch, wonderPush, pushwoosh] + customerIO + [salesforce] + adobe + [pinpoint, expo, notifee, swrve]

    /// BatchLabs/Batch-iOS-SDK, BatchInbox.m.
    private static let batch = Dialect(
        "batch", when: .has("/com.batch"),
        slots: [.media("/com.batch/at/u")],
        fields: .aps(uniqueKey: "/com.batch/i", link: "/com.batch/l"))

    /// wonderpush/wonderpush-ios-sdk, WPNotificationServiceExtension.m.
    private static let wonderPush = Dialect(
        "wonderpush", when: .has("/_wp"),
        slots: [
            .slot(
                .hinted("/_wp/attachments/N/url", by: "/_wp/attachments/N/type")
                    .id(.atOrKey("/_wp/attachments/N/id"))
                    .options(
                        hidden: "/_wp/attachments/N/options/UNNotificationAttachmentOptionsThumbnailHiddenKey",
                        time: "/_wp/attachments/N/options/UNNotificationAttachmentOptionsThumbnailTimeKey",
                        clip: "/_wp/attachments/N/options/UNNotificationAttachmentOptionsThumbnailClippingRectKey"))
        ],
        fields: .aps(uniqueKey: "/_wp/n", link: "/_wp/targetUrl"))

    /// Pushwoosh/pushwoosh-ios-sdk, PWNotificationServiceProcessor.m.
    private static let pushwoosh = Dialect(
        "pushwoosh", when: .has("/pw_msg"),
        slots: [.media("/attachment")],
        fields: .aps(uniqueKey: "/p", link: "/l"))

    /// customerio/customerio-ios, PushNotification.swift.
    private static let customerIO = [
        Dialect(
            "customerio", when: .all([customerIOMarker, .aps]),
            slots: [.image("/CIO/push/image")],
            fields: .aps(uniqueKey: "/CIO-Delivery-ID", link: "/CIO/push/link")
                .or(title: "/title", body: "/body", link: "/link")),
        Dialect(
            "customerio", when: customerIOMarker,
            slots: [.image("/image", .bigPicture)],
            fields: .at(uniqueKey: "/CIO-Delivery-ID", title: "/title", body: "/body", link: "/link")),
    ]

    private static let customerIOMarker = Marker.hasAny("/CIO", "/CIO-Delivery-ID")

    /// salesforce-marketingcloud/MarketingCloudSDK-iOS, NotificationService.swift.
    private static let salesforce = Dialect(
        "sfmc", when: .any([.equals("/_sid", "SFMC"), .has("/_mediaUrl")]),
        slots: [.media("/_mediaUrl")],
        fields: .aps(uniqueKey: "/_m", link: "/_od").fallback(text: "/_mediaAlt"))

    /// adobe/aepsdk-messaging-ios, MessagingNotificationHelper.swift; adobe/aepsdk-messaging-android,
    /// MessagingPushUtils.java; Adobe Campaign Standard documents.
    private static let adobe = [
        Dialect(
            "adobe-ajo", when: .all([adobeMarker, .aps]),
            slots: [.media("/adb_media")],
            fields: .aps(link: "/adb_uri").or(title: "/adb_title", body: "/adb_body").keyed(by: adobeExecution)),
        Dialect(
            "adobe-ajo", when: adobeMarker,
            slots: [.image("/adb_image", .bigPicture)],
            fields: .at(title: "/adb_title", body: "/adb_body", link: "/adb_uri").keyed(by: adobeExecution)),
        Dialect(
            "adobe-campaign", when: .all([.has("/_mId"), .has("/_dId")]),
            slots: [.media("/media-attachment-url")],
            fields: .aps(uniqueKey: "/_mId", link: "/uri")),
    ]

    private static let adobeMarker = Marker.hasAny("/adb_media", "/adb_image", "/_xdm")
    /// The tracking data stand under either name; on Android they are JSON text.
    private static let adobeExecution: [PayloadPath] = [
        "/_xdm→/cjm/_experience/customerJourneyManagement/messageExecution/messageExecutionID",
        "/_xdm→/mixins/_experience/customerJourneyManagement/messageExecution/messageExecutionID",
    ]

    /// aws-amplify/amplify-swift-utils-notifications, AUNotificationService.swift.
    private static let pinpoint = Dialect(
        "pinpoint", when: .has("/data/pinpoint"),
        slots: [.media("/data/media-url")],
        fields: .aps(uniqueKey: "/data/pinpoint/campaign/campaign_activity_id", link: "/data/pinpoint/deeplink"))

    /// expo/expo, notification-service/NotificationService.swift. On Android `body` is JSON text.
    private static let expo = Dialect(
        "expo", when: .has("/body→/_richContent"),
        slots: [.image("/body→/_richContent/image")],
        fields: .aps(link: "/data/url").or(title: "/title", body: "/body"))

    /// invertase/notifee, NotifeeCoreExtensionHelper.m.
    private static let notifee = Dialect(
        "notifee", when: .has("/notifee_options"),
        slots: [
            .slot(
                .hinted("/notifee_options/ios/attachments/N/url", by: "/notifee_options/ios/attachments/N/typeHint")
                    .id(.at("/notifee_options/ios/attachments/N/id"))
                    .options(
                        hidden: "/notifee_options/ios/attachments/N/thumbnailHidden",
                        time: "/notifee_options/ios/attachments/N/thumbnailTime",
                        clip: "/notifee_options/ios/attachments/N/thumbnailClippingRect")),
            .image("/notifee_options/image", .fallback),
        ],
        fields: .at(
            uniqueKey: "/notifee_options/id", title: "/notifee_options/title", subtitle: "/notifee_options/subtitle",
            body: "/notifee_options/body"
        ).orAps())

    /// Swrve/swrve-ios-sdk, SwrveNotificationManager.m. On Android `_sw` is JSON text.
    private static let swrve = Dialect(
        "swrve", when: .hasAny("/_sw", "/_p"),
        slots: [.media("/_sw→/media/url"), .media("/_sw→/media/fallback_url", .fallback)],
        fields: .aps(uniqueKey: "/_p", link: "/_sd")
            .preferring(title: "/_sw→/media/title", subtitle: "/_sw→/media/subtitle", body: "/_sw→/media/body")
            .fallback(link: "/_sw→/media/fallback_sd"))
}
