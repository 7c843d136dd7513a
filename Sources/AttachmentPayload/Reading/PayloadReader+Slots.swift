import AttachmentDomain
import AttachmentJSON

extension PayloadReader {
    /// Calls `take` for each slot that the payload fills, in the order of the table: those of its dialect, then those
    /// that the policy adds. Nothing is kept of one when the next is read. Throws only what `take` throws.
    public func forEachSlot(of outline: PayloadOutline, _ take: (FoundSlot) throws -> Void) rethrows {
        let finder = PlaceFinder(outline.root, table: table, limits: limits)
        try forEachSlot(of: outline, finder, take)
    }

    func forEachSlot(
        of outline: PayloadOutline, _ finder: PlaceFinder, _ take: (FoundSlot) throws -> Void
    ) rethrows {
        guard outline.shape == .storedPush else { return try forEachOwnSlot(of: outline, finder, take) }
        try forEachSlot(ofStoredPush: outline, finder, take)
    }

    /// The slots of the payload itself, leaving aside that it may keep another one.
    func forEachOwnSlot(
        of outline: PayloadOutline, _ finder: PlaceFinder, _ take: (FoundSlot) throws -> Void
    ) rethrows {
        let walk = SlotWalk(finder: finder)
        let description = SlotDescription(outline: outline, finder: finder)
        // Where the values stand that were told: only the policy's pointers can come upon one again.
        var told: Set<Int> = []
        for group in outline.dialect.slots {
            try walk.forEachMatch(in: group) { match, slot in
                if !userPaths.isEmpty, match.place.text == outline.root.text { told.insert(match.place.value.offset) }
                try take(description.found(match, in: slot))
            }
        }
        for path in userPaths {
            try walk.forEachMatch(in: MediaSlot(path)) { match, slot in
                guard told.insert(match.place.value.offset).inserted else { return }
                try take(description.found(match, in: slot))
            }
        }
    }
}
