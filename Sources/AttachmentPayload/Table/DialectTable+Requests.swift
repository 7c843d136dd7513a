import AttachmentDomain

/// Bodies that are sent to a provider's API: told first, as they carry whole device payloads inside.
extension DialectTable {
    static let requests = [hmsRequest, fcmRequest, brazeRequest, oneSignalRequest, airshipRequest, expoRequest]

    private static let message = Marker.any([
        .isObject("/message/android"), .isObject("/message/apns"), .isObject("/message/webpush"),
        .isObject("/message/notification"),
    ])

    /// HMS-Core/hms-push-serverdemo-python; Huawei Push Kit documents.
    private static let hmsRequest = Dialect(
        "hms", .request,
        when: .all([
            message, .any([.isArray("/message/token"), .isObject("/message/android/notification/click_action")]),
        ]),
        slots: [.image("/message/android/notification/image", .largeIcon, .huawei)],
        fields: .at(
            uniqueKey: "/message/android/notification/notify_id", title: "/message/android/notification/title",
            body: "/message/android/notification/body", link: "/message/android/notification/click_action/url"))

    /// Firebase documents, send-image; Notification.image of the v1 API.
    private static let fcmRequest = Dialect(
        "fcm", .request, when: message,
        slots: [
            .image("/message/notification/image", .attachment, .any),
            .image("/message/android/notification/image", .bigPicture, .android),
            .image("/message/apns/fcm_options/image", .attachment, .ios),
            .image("/message/webpush/notification/image", .bigPicture, .web),
            .image("/message/webpush/notification/icon", .icon, .web),
            .image("/message/webpush/notification/badge", .badgeIcon, .web),
        ],
        fields: .at(
            title: "/message/notification/title", body: "/message/notification/body",
            link: "/message/webpush/fcm_options/link"))

    /// braze-inc/braze-docs, apple_object.md.
    private static let brazeRequest = Dialect(
        "braze", .request, when: .has("/messages/apple_push"),
        slots: [.hinted("/messages/apple_push/asset_url", by: "/messages/apple_push/asset_file_type", .ios)],
        fields: .at(
            uniqueKey: "/campaign_id", title: "/messages/apple_push/alert/title",
            body: "/messages/apple_push/alert/body", link: "/messages/apple_push/custom_uri"
        ).or(body: "/messages/apple_push/alert"))

    /// OneSignal REST reference.
    private static let oneSignalRequest = Dialect(
        "onesignal", .request, when: .all([.has("/app_id"), .has("/contents")]),
        slots: [
            .slot(.media("/ios_attachments/*", .attachment, .ios).id(.key)),
            .image("/big_picture", .bigPicture, .android),
            .image("/large_icon", .largeIcon, .android),
            .image("/huawei_big_picture", .bigPicture, .huawei),
            .image("/adm_big_picture", .bigPicture, .amazon),
            .image("/chrome_web_image", .bigPicture, .web),
            .image("/chrome_web_icon", .icon, .web),
            .image("/chrome_web_badge", .badgeIcon, .web),
            .image("/firefox_icon", .icon, .web),
        ],
        fields: .at(uniqueKey: "/idempotency_key", title: "/headings/en", body: "/contents/en", link: "/url"))

    /// urbanairship/java-library, MediaAttachment.java; Airship push API, localizations.
    private static let airshipRequest = Dialect(
        "airship", .request, when: .all([.has("/audience"), .has("/notification")]),
        slots: [
            .slot(
                .media("/notification/ios/media_attachment/url", .attachment, .ios)
                    .options(
                        hidden: "/notification/ios/media_attachment/options/hidden",
                        time: "/notification/ios/media_attachment/options/time",
                        clip: "/notification/ios/media_attachment/options/crop")),
            .image("/notification/android/style/big_picture", .bigPicture, .android),
            .each([
                .media("/localizations/N/notification/ios/media_attachment/url", .attachment, .ios)
                    .options(
                        hidden: "/localizations/N/notification/ios/media_attachment/options/hidden",
                        time: "/localizations/N/notification/ios/media_attachment/options/time",
                        clip: "/localizations/N/notification/ios/media_attachment/options/crop"
                    )
                    .locale(language: "/localizations/N/language", country: "/localizations/N/country"),
                .image("/localizations/N/notification/android/style/big_picture", .bigPicture, .android)
                    .locale(language: "/localizations/N/language", country: "/localizations/N/country"),
            ]),
        ],
        fields: .at(title: "/notification/ios/title", body: "/notification/alert"))

    /// expo/expo, the request form of its rich content.
    private static let expoRequest = Dialect(
        "expo", .request,
        when: .any([
            .begins("/to", "ExponentPushToken"), .all([.isArray("/to"), .begins("/to/0", "ExponentPushToken")]),
        ]),
        slots: [.image("/richContent/image", .attachment)],
        fields: .at(title: "/title", body: "/body", link: "/data/url"))
}
