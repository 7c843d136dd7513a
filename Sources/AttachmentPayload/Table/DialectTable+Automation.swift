import AttachmentDomain

/// Providers of marketing automation, in the order in which they are told.
extension DialectTable {
    static let automation =
        [blueshift] + klaviyo + [leanplum, moEngage] + exponea + [emarsys, appcues, rover, homeAssistant, sailthru]

    /// blueshift-labs/Blueshift-iOS-SDK, BlueShiftPushNotification.m.
    private static let blueshift = Dialect(
        "blueshift", when: .has("/bsft_message_uuid"),
        slots: [
            .image("/image_url"), .video("/video_url"), .image("/gif_url"), .audio("/audio_url"),
            .image("/carousel_elements/N/image_url", .carousel),
        ],
        fields: .aps(uniqueKey: "/bsft_message_uuid", link: "/deep_link_url"))

    /// klaviyo/klaviyo-swift-sdk, KlaviyoExtension.swift; klaviyo/klaviyo-android-sdk, KlaviyoNotification.kt.
    private static let klaviyo = [
        Dialect(
            "klaviyo", when: .all([klaviyoMarker, .aps]),
            slots: [.hinted("/rich-media", by: "/rich-media-type")],
            fields: .aps(uniqueKey: "/body→/_k/$message", link: "/url").or(title: "/title", body: "/body")),
        Dialect(
            "klaviyo", when: klaviyoMarker,
            slots: [.image("/image_url", .bigPicture)],
            fields: .at(uniqueKey: "/body→/_k/$message", title: "/title", body: "/body", link: "/url")),
    ]

    private static let klaviyoMarker = Marker.hasAny("/body→/_k", "/rich-media")

    /// Leanplum/Leanplum-iOS-Samples, NotificationService.m.
    private static let leanplum = Dialect(
        "leanplum", when: .hasAny("/_lpm", "/_lpx", "/LP_URL"),
        slots: [.media("/LP_URL")],
        fields: .aps(uniqueKey: "/lp_occurrence_id", link: "/_lpx/URL"))

    /// moengage/Flutter-SDK tests; the slot on iOS is not confirmed.
    private static let moEngage = Dialect(
        "moengage", when: .equals("/push_from", "moengage"),
        slots: [.image("/gcm_image_url", .bigPicture)],
        fields: .at(uniqueKey: "/gcm_campaign_id", title: "/gcm_title", body: "/gcm_alert", link: "/gcm_webUrl").orAps()
    )

    /// exponea/exponea-ios-sdk, ExponeaNotificationService.swift.
    private static let exponea = [
        Dialect(
            "exponea", when: .all([exponeaMarker, .aps]), slots: [.image("/image")],
            fields: .at(title: "/title", body: "/message", link: "/url").orAps()),
        Dialect(
            "exponea", when: exponeaMarker, slots: [.image("/image", .bigPicture)],
            fields: .at(title: "/title", body: "/message", link: "/url")),
    ]

    private static let exponeaMarker = Marker.equals("/source", "xnpe_platform")

    /// Emarsys documents, APNS_V2; EMSNotificationService+Attachment.m.
    private static let emarsys = Dialect(
        "emarsys", when: .has("/ems"),
        slots: [.image("/notification/imageUrl"), .image("/image_url")],
        fields: .aps(link: "/notification/defaultAction/url"))

    /// appcues/appcues-ios-sdk, AppcuesNotificationService.
    private static let appcues = Dialect(
        "appcues", when: .has("/appcues_notification_id"),
        slots: [.media("/appcues_attachment_url")],
        fields: .aps(uniqueKey: "/appcues_notification_id", link: "/appcues_deep_link_url"))

    /// RoverPlatform/rover-ios, NotificationExtensionHelper.swift.
    private static let rover = Dialect(
        "rover", when: .has("/rover/notification"),
        slots: [.media("/rover/notification/attachment/url")],
        fields: .aps(uniqueKey: "/rover/notification/id"))

    /// home-assistant/iOS, NotificationAttachmentParserURL.swift.
    private static let homeAssistant = Dialect(
        "home-assistant", when: .any([.has("/webhook_id"), .isObject("/attachment")]),
        slots: [.hinted("/attachment/url", by: "/attachment/content-type")],
        fields: .aps())

    /// firebase/flutterfire#357.
    private static let sailthru = Dialect(
        "sailthru", when: .all([.hasAny("/data/video", "/data/picture"), .aps]),
        slots: [.video("/data/video"), .image("/data/picture", .fallback)],
        fields: .aps())
}
