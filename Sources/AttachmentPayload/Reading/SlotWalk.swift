import AttachmentJSON

/// Goes through slots in order and tells every value that stands in one.
struct SlotWalk {
    let finder: PlaceFinder

    /// What is done with each value.
    typealias Visit = (PlaceFinder.Match, SharedSlot) throws -> Void

    /// Calls `body` for each value in the slots of a group.
    func forEachMatch(in group: SlotGroup, _ body: Visit) rethrows {
        switch group {
        case .slot(let slot): try forEachMatch(in: slot, body)
        case .firstOf(let rows): try forEachMatch(inFirstOf: rows, body)
        case .each(let slots): try forEachMatch(inEach: slots, body)
        }
    }

    func forEachMatch(in slot: MediaSlot, _ body: Visit) rethrows {
        let slot = SharedSlot(slot)
        try finder.forEachMatch(of: slot.value.path.steps[...], from: finder.start) { try tell($0, slot, body) }
    }

    private func forEachMatch(inFirstOf rows: [[MediaSlot]], _ body: Visit) rethrows {
        var isFound = false
        for row in rows where !isFound {
            for slot in row {
                try forEachMatch(in: slot) { match, slot in
                    isFound = true
                    try body(match, slot)
                }
            }
        }
    }

    private func forEachMatch(inEach slots: [MediaSlot], _ body: Visit) rethrows {
        guard let first = slots.first else { return }
        let shared = first.path.stepsToFirstWildcard
        let slots = slots.map(SharedSlot.init)
        try finder.forEachMatch(of: first.path.steps.prefix(shared), from: finder.start) { base in
            for slot in slots {
                try finder.forEachMatch(of: slot.value.path.steps.dropFirst(shared), from: base) {
                    try tell($0, slot, body)
                }
            }
        }
    }

    private func tell(_ match: PlaceFinder.Match, _ slot: SharedSlot, _ body: Visit) rethrows {
        guard slot.value.mayBeList, match.place.value.kind == .array else { return try tellOne(match, slot, body) }
        try finder.forEachMatch(of: [.everyElement], from: match) { try tellOne($0, slot, body) }
    }

    /// Elements of the wrong type inside an array are passed over.
    private func tellOne(_ match: PlaceFinder.Match, _ slot: SharedSlot, _ body: Visit) rethrows {
        if match.isElement, match.place.value.kind != .string { return }
        try body(match, slot)
    }
}

/// A slot that is handed on with each of its matches: copying its many paths each time took longer than reading a URL.
final class SharedSlot {
    let value: MediaSlot

    init(_ value: MediaSlot) {
        self.value = value
    }
}
