import AttachmentDomain

/// attachfetch's own rows: a stored push, which is tried first, and what is left when no provider is told.
extension DialectTable {
    static let storedPush = Dialect(
        "stored-push", .storedPush,
        when: .all([.has("/uniqueKey"), .has("/description"), .has("/receivedAt"), .not(.aps)]),
        slots: [.image("/imageUrl")],
        fields: .at(uniqueKey: "/uniqueKey", title: "/title", body: "/description", link: "/pushLink"),
        customData: "/payload")

    static let generic = Dialect(
        "generic", when: .always,
        slots: [.image("/image-url"), .media("/attachment-url"), .media("/media_url"), .image("/imageUrl")],
        fields: .aps())
}
