import AttachmentDomain

/// Providers of engagement platforms, in the order in which they are told.
extension DialectTable {
    static let engagement =
        airship + [accengage] + braze + mindbox + [kumulos] + oneSignal + iterable + cleverTap

    /// urbanairship/ios-library, MediaAttachmentPayload.swift; urbanairship/android-library, StyleNotificationExtender.
    private static let airship = [
        Dialect(
            "airship", when: .all([.hasPrefix("com.urbanairship."), .aps]),
            slots: [
                .firstOf([
                    [
                        airshipAttachment("/com.urbanairship.media_attachment/urls/N/url")
                            .id(.at("/com.urbanairship.media_attachment/urls/N/url_id"))
                    ],
                    [airshipAttachment("/com.urbanairship.media_attachment/url").orList],
                ])
            ],
            fields: .aps(uniqueKey: "/_", link: "/^d").preferring(
                title: "/com.urbanairship.media_attachment/content/title",
                subtitle: "/com.urbanairship.media_attachment/content/subtitle",
                body: "/com.urbanairship.media_attachment/content/body")),
        Dialect(
            "airship", when: .hasPrefix("com.urbanairship."),
            slots: [.image("/com.urbanairship.style→/big_picture", .bigPicture)],
            fields: .at(
                uniqueKey: "/com.urbanairship.push.PUSH_ID", title: "/com.urbanairship.title",
                body: "/com.urbanairship.push.ALERT", link: "/com.urbanairship.actions→/^d")),
    ]

    private static func airshipAttachment(_ path: PayloadPath) -> MediaSlot {
        .media(path)
            .options(
                hidden: "/com.urbanairship.media_attachment/options/hidden",
                time: "/com.urbanairship.media_attachment/options/time",
                clip: "/com.urbanairship.media_attachment/options/crop"
            )
            .thumbnail("/com.urbanairship.media_attachment/thumbnail_id")
    }

    /// urbanairship/ios-library, UAMediaAttachmentPayload.
    private static let accengage = Dialect(
        "accengage", when: .has("/a4sid"),
        slots: [
            .slot(.media("/acc-atts/N/att-url").id(.at("/acc-atts/N/att-id"))),
            .slot(.media("/att-url").id(.at("/att-id"))),
        ],
        fields: .aps(uniqueKey: "/a4sid"))

    /// Braze documents, rich notifications; com.appboy.Constants.
    private static let braze = [
        Dialect(
            "braze", when: .all([brazeMarker, .aps]),
            slots: [.hinted("/ab/att/url", by: "/ab/att/type")],
            fields: .aps(uniqueKey: "/ab/c", link: "/ab_uri")),
        Dialect(
            "braze", when: brazeMarker,
            slots: [.image("/ab_iu", .bigPicture), .image("/ab_li", .largeIcon)],
            fields: .at(uniqueKey: "/cid", title: "/t", body: "/a", link: "/uri")),
    ]

    private static let brazeMarker = Marker.any([.isObject("/ab"), .has("/_ab")])

    /// mindbox-cloud/ios-sdk, SharedInternalMethods.swift; mindbox-cloud/android-sdk, MindboxRemoteMessage.kt.
    private static let mindbox = [
        Dialect(
            "mindbox", when: .has("/aps/uniqueKey"),
            slots: [.image("/aps/imageUrl")],
            fields: .aps(uniqueKey: "/aps/uniqueKey", link: "/aps/clickUrl"), customData: "/aps/payload"),
        Dialect(
            "mindbox", when: .all([.has("/uniqueKey"), .aps]),
            slots: [.image("/imageUrl")],
            fields: .aps(uniqueKey: "/uniqueKey", link: "/clickUrl"), customData: "/payload"),
        Dialect(
            "mindbox", when: .has("/uniqueKey"),
            slots: [.image("/imageUrl", .bigPicture)],
            fields: .at(uniqueKey: "/uniqueKey", title: "/title", body: "/message", link: "/clickUrl"),
            customData: "/payload"),
    ]

    /// Kumulos/KumulosSdkSwift, KumulosNotificationService.swift, MediaHelper.swift.
    private static let kumulos = Dialect(
        "kumulos", when: .has("/custom/a/k.message"),
        slots: [.image("/attachments/pictureUrl")],
        fields: .aps(uniqueKey: "/custom/a/k.message/data/id", link: "/custom/u"))

    /// OneSignal/OneSignal-iOS-SDK, OSNotification.m; OneSignal/OneSignal-Android-SDK, Notification.kt.
    private static let oneSignal = [
        Dialect(
            "onesignal", when: .all([oneSignalMarker, .aps]),
            slots: [
                .firstOf([
                    [.media("/att/*").id(.key)], [.media("/os_data/att/*").id(.key)], [.media("/at/*").id(.key)],
                ])
            ],
            fields: oneSignalFields),
        Dialect(
            "onesignal", when: oneSignalMarker,
            slots: [
                .image("/bicon", .bigPicture), .image("/licon", .largeIcon), .image("/bg_img→/img", .background),
            ],
            fields: .at(uniqueKey: "/custom→/i", title: "/title", body: "/alert", link: "/custom→/u")),
    ]

    private static let oneSignalMarker = Marker.hasAny("/os_data", "/custom→/i")

    /// The silent form has its words under `m`.
    private static let oneSignalFields: FieldPaths = {
        var fields = FieldPaths.aps().or(title: "/m/title", body: "/m/body")
        fields.uniqueKey = ["/custom/i", "/os_data/i"]
        fields.link = ["/custom/u", "/os_data/u"]
        return fields
    }()

    /// Iterable/swift-sdk, ITBNotificationServiceExtension.swift; Iterable/iterable-android-sdk, IterableConstants.java.
    private static let iterable = [
        Dialect(
            "iterable", when: .all([.has("/itbl"), .aps]),
            slots: [.media("/itbl/attachment-url")],
            fields: .aps(uniqueKey: "/itbl/messageId", link: "/itbl/defaultAction/data")
                .or(title: "/title", body: "/body")),
        Dialect(
            "iterable", when: .has("/itbl"),
            slots: [.image("/itbl→/attachment-url", .bigPicture)],
            fields: .at(
                uniqueKey: "/itbl→/messageId", title: "/title", body: "/body", link: "/itbl→/defaultAction/data")),
    ]

    /// CleverTap/CTNotificationService, CTNotificationContent; CleverTap/clevertap-android-sdk, Constants.java.
    private static let cleverTap = [
        Dialect(
            "clevertap", when: .all([.hasPrefix("wzrk_"), .aps]),
            slots: [
                .hinted("/ct_mediaUrl", by: "/ct_mediaType"),
                .image("/ct_ContentSlider/items/N/imageUrl", .carousel),
                .image("/pt_img1", .carousel), .image("/pt_img2", .carousel), .image("/pt_img3", .carousel),
                .image("/pt_gif"),
            ],
            fields: .aps(uniqueKey: "/wzrk_id", link: "/wzrk_dl")),
        Dialect(
            "clevertap", when: .hasPrefix("wzrk_"),
            slots: [
                .image("/wzrk_bp", .bigPicture), .image("/ico", .largeIcon),
                .image("/pt_json→/pt_img1", .carousel), .image("/pt_json→/pt_img2", .carousel),
                .image("/pt_json→/pt_img3", .carousel), .image("/pt_json→/pt_gif"),
            ],
            fields: .at(uniqueKey: "/wzrk_pid", title: "/nt", body: "/nm", link: "/wzrk_dl")),
    ]
}
