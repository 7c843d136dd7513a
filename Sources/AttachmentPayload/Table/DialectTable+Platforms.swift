import AttachmentDomain

/// What the platforms themselves define, told last, as providers build on it.
extension DialectTable {
    static let platforms = fcm + [webPush, acoustic]

    /// firebase/firebase-ios-sdk, FIRMessagingExtensionHelper.m; firebase/firebase-android-sdk, Constants.java.
    private static let fcm = [
        Dialect(
            "fcm", when: .all([fcmMarker, .aps]),
            slots: [.image("/fcm_options/image")],
            fields: .aps(uniqueKey: "/gcm.message_id", link: "/gcm.n.link")
                .or(title: "/gcm.n.title", body: "/gcm.n.body")),
        Dialect(
            "fcm", when: fcmMarker,
            slots: [.image("/gcm.n.image", .bigPicture)],
            fields: .at(
                uniqueKey: "/google.message_id", title: "/gcm.n.title", body: "/gcm.n.body", link: "/gcm.n.link")),
    ]

    private static let fcmMarker = Marker.any([.has("/fcm_options"), .hasPrefix("gcm."), .hasPrefix("google.")])

    /// MDN, Notification; web.dev. `data.url` is only a habit.
    private static let webPush = Dialect(
        "webpush", .web,
        when: .all([.has("/title"), .hasAny("/icon", "/image", "/badge"), .not(.aps)]),
        slots: [
            .image("/image", .bigPicture), .image("/icon", .icon), .image("/badge", .badgeIcon),
            .image("/actions/N/icon", .actionIcon),
        ],
        fields: .at(uniqueKey: "/tag", title: "/title", body: "/body", link: "/data/url"))

    /// MCENotificationService sample. Has no marker of its own: told by its slot, where no generic one is there.
    private static let acoustic = Dialect(
        "acoustic",
        when: .all([
            .has("/media-attachment"), .not(.hasAny("/image-url", "/attachment-url", "/media_url", "/imageUrl")),
        ]),
        slots: [.media("/media-attachment")],
        fields: .aps())
}
