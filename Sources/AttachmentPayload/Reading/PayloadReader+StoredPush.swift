import AttachmentDomain
import AttachmentJSON

/// A stored push has its own media first, then those of the payload that it keeps.
extension PayloadReader {
    /// Adds the media of the payload inside, where that is a payload and not merely an app's data; equal URLs once.
    func readInner(_ finder: PlaceFinder, into payload: inout ReadPayload) {
        dropAbsentImage(&payload)
        guard let root = finder.find("/payload→"), let inner = readPush(root) else { return }
        var known = Set(payload.media.map(\.askedBytes))
        for (reference, request) in zip(inner.media, inner.requests)
        where known.insert(reference.askedBytes).inserted {
            payload.add(reference, request)
        }
        payload.rejected += inner.rejected
    }

    /// An app's own data may be JSON too: it counts as a payload when a dialect is told, or when it has `aps`.
    private func readPush(_ root: Place) -> ReadPayload? {
        let inner = read(root.value, from: root)
        guard inner.shape != .storedPush else { return nil }
        return inner.provider != DialectTable.generic.provider || inner.shape == .apnsDevice ? inner : nil
    }

    /// An absent member of a stored push is `""`, so an empty image is no bad one.
    private func dropAbsentImage(_ payload: inout ReadPayload) {
        payload.rejected.removeAll { $0.jsonPointer == "/imageUrl" && $0.reason == .empty }
    }
}

extension MediaReference {
    /// What is asked for, as bytes: Swift takes some different strings for equal ones.
    fileprivate var askedBytes: [UInt8] { Array((requestUrl ?? url).utf8) }
}
