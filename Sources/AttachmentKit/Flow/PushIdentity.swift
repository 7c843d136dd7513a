import AttachmentDomain
import AttachmentJSON
import AttachmentPayload

/// A push as it goes into the store: its record, the hash that tells it from others of the same key, and its source.
///
/// Made on a worker: for a payload of many megabytes it takes a while.
struct PushIdentity: Sendable {
    let push: StoredPush
    let contentHash: Digest
    let source: [UInt8]
    /// Whether the payload is a stored push.
    let isReplay: Bool

    init(_ payload: ReadPayload, now: Int64) {
        contentHash = payload.contentHash
        push = payload.storedPush(receivedAt: now, contentHash: contentHash)
        isReplay = payload.shape == .storedPush
        source = payload.source.sourceDocumentBytes
    }
}
