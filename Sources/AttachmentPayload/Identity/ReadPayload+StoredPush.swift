public import AttachmentDomain
import AttachmentCrypto
import AttachmentJSON

extension ReadPayload {
    /// The SHA-256 of the canonical form of the payload without the root's `receivedAt`: two pushes with the same key
    /// and the same hash are one. Computed at each call, in time proportional to the payload.
    public var contentHash: Digest {
        var hash = SHA256()
        CanonicalJSON.write(source, leavingOut: "receivedAt") { hash.update($0) }
        return hash.finalize()
    }

    /// The platform-independent record of this push, as one that comes at `now` (Unix seconds).
    ///
    /// Its key is the provider's, else `sha256:` and the hex of the content hash. A payload that is a stored push keeps
    /// its own time, a fraction of it floored.
    ///
    /// - Parameters:
    ///   - now: when it came, in Unix seconds.
    ///   - contentHash: the payload's, where it is known already.
    public func storedPush(receivedAt now: Int64, contentHash: Digest? = nil) -> StoredPush {
        let key = text(of: .uniqueKey).flatMap { $0.isEmpty ? nil : $0 }
        return StoredPush(
            uniqueKey: key ?? (contentHash ?? self.contentHash).description,
            title: text(of: .title) ?? "", description: text(of: .body) ?? "", imageUrl: imageURL,
            pushLink: text(of: .link) ?? "", payload: outline.storedPayload,
            receivedAt: shape == .storedPush ? ownTime ?? now : now)
    }

    /// The first image reference's URL as given.
    private var imageURL: String {
        if shape == .storedPush { return source["imageUrl"]?.string ?? "" }
        return media.first { $0.kind == .image }?.url ?? ""
    }

    /// The time that a stored push names, floored; nil when it names none that can be.
    private var ownTime: Int64? {
        guard let time = source["receivedAt"] else { return nil }
        if let whole = time.int { return whole }
        guard let seconds = time.double, seconds.magnitude < 9_007_199_254_740_992 else { return nil }
        let whole = Int64(seconds)
        return Double(whole) > seconds ? whole - 1 : whole
    }
}
