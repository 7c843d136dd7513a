import AttachmentDomain
import AttachmentJSON
import AttachmentURL

/// A stored push has its own media first, then those of the payload that it keeps.
extension PayloadReader {
    /// Calls `take` for the push's own slots and those of the payload inside, where that is a payload and not merely an
    /// app's data; equal URLs once.
    func forEachSlot(
        ofStoredPush outline: PayloadOutline, _ finder: PlaceFinder, _ take: (FoundSlot) throws -> Void
    ) rethrows {
        var known: Set<[UInt8]> = []
        // Bytes: Swift takes some different strings for equal ones.
        func takeOnce(_ slot: FoundSlot) throws {
            if case .media(_, let request) = slot, !known.insert(Array(request.text.utf8)).inserted { return }
            if !slot.isAbsentImage { try take(slot) }
        }
        try forEachOwnSlot(of: outline, finder, takeOnce)
        if let inner = innerOutline(finder) { try forEachSlot(of: inner, takeOnce) }
    }

    /// An app's own data may be JSON too: it counts as a payload when a dialect is told, or when it has `aps`.
    private func innerOutline(_ finder: PlaceFinder) -> PayloadOutline? {
        guard let root = finder.find("/payload→") else { return nil }
        let inner = outline(PlaceFinder(root, table: table, limits: limits))
        guard inner.shape != .storedPush else { return nil }
        return inner.provider != DialectTable.generic.provider || inner.shape == .apnsDevice ? inner : nil
    }
}

extension FoundSlot {
    /// An absent member of a stored push is `""`, so such an image is no bad one.
    fileprivate var isAbsentImage: Bool {
        guard case .rejected(let slot) = self else { return false }
        return slot.jsonPointer == "/imageUrl" && slot.url == ""
    }
}
