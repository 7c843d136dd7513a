import AttachmentDomain

/// Under which key a push is kept.
enum PushIdentity {
    /// The provider's key, unless another push has it: then `KEY~` and the first 8 hex digits of the content's hash, or
    /// as many more, 8 at a time, as it takes to differ from all others.
    static func effectiveKey(
        of providerKey: String, contentHash: Digest, isTaken: (String) throws(StoreError) -> Bool
    ) throws(StoreError) -> String {
        if try !isTaken(providerKey) { return providerKey }
        var digits = 8
        while digits < contentHash.hex.utf8.count, try isTaken(key(providerKey, contentHash, digits)) {
            digits += 8
        }
        return key(providerKey, contentHash, digits)
    }

    private static func key(_ providerKey: String, _ hash: Digest, _ digits: Int) -> String {
        "\(providerKey)~\(hash.hex.prefix(digits))"
    }
}
