import AttachmentDomain
import AttachmentJSON
import AttachmentURL

/// Goes through the slots of a dialect and lists what stands in them.
struct SlotReading {
    private let finder: PlaceFinder
    private let dialect: Dialect
    private(set) var payload: ReadPayload

    init(finder: PlaceFinder, dialect: Dialect, payload: ReadPayload) {
        self.finder = finder
        self.dialect = dialect
        self.payload = payload
    }

    mutating func read(_ group: SlotGroup) {
        switch group {
        case .slot(let slot): read(slot)
        case .firstOf(let rows): readFirst(of: rows)
        case .each(let slots): readEach(slots)
        }
    }

    /// A slot of the user's; what the dialect has listed already is not listed again.
    mutating func readUserSlot(_ slot: MediaSlot) {
        let known = Set(
            payload.media.map { PlaceKey($0.jsonPointer, $0.innerPointer) }
                + payload.rejected.map { PlaceKey($0.jsonPointer, $0.innerPointer) })
        finder.forEachMatch(of: slot.path.steps[...], from: finder.start) { match in
            let field = match.place.field
            if !known.contains(PlaceKey(field.jsonPointer, field.innerPointer)) { take(match, slot) }
        }
    }

    private mutating func read(_ slot: MediaSlot) {
        finder.forEachMatch(of: slot.path.steps[...], from: finder.start) { take($0, slot) }
    }

    private mutating func readFirst(of rows: [[MediaSlot]]) {
        let before = payload.media.count + payload.rejected.count
        for row in rows {
            for slot in row { read(slot) }
            if payload.media.count + payload.rejected.count > before { return }
        }
    }

    private mutating func readEach(_ slots: [MediaSlot]) {
        guard let first = slots.first else { return }
        let shared = first.path.stepsToFirstWildcard
        var bases: [PlaceFinder.Match] = []
        finder.forEachMatch(of: first.path.steps.prefix(shared), from: finder.start) { bases.append($0) }
        for base in bases {
            for slot in slots {
                finder.forEachMatch(of: slot.path.steps.dropFirst(shared), from: base) { take($0, slot) }
            }
        }
    }

    private mutating func take(_ match: PlaceFinder.Match, _ slot: MediaSlot) {
        if slot.mayBeList, match.place.value.kind == .array {
            finder.forEachMatch(of: [.everyElement], from: match) { takeOne($0, slot) }
        } else {
            takeOne(match, slot)
        }
    }

    private mutating func takeOne(_ match: PlaceFinder.Match, _ slot: MediaSlot) {
        // Elements of the wrong type inside an array are passed over.
        if match.isElement, match.place.value.kind != .string { return }
        switch SlotContent(match.place.value) {
        case .fetchable(let url, let request):
            payload.add(reference(url, request, match, slot), request)
        case .unusable(let reason, let scheme, let url):
            let field = match.place.field
            var rejected = RejectedSlot(
                jsonPointer: field.jsonPointer, innerPointer: field.innerPointer, role: slot.role, reason: reason)
            rejected.scheme = scheme
            rejected.url = url
            payload.rejected.append(rejected)
        }
    }

    private func reference(
        _ url: String, _ request: RequestURL, _ match: PlaceFinder.Match, _ slot: MediaSlot
    ) -> MediaReference {
        let field = match.place.field
        var reference = MediaReference(
            url: url, kind: slot.kind, role: slot.role, jsonPointer: field.jsonPointer,
            targets: TargetChoice.profiles(of: slot, dialect: dialect, shape: payload.shape))
        reference.innerPointer = field.innerPointer
        reference.requestUrl = request.isSpelled(url) ? nil : request.text
        reference.insecure = request.scheme == .http ? true : nil
        reference.platform = slot.platform?.rawValue
        SlotDetails(finder: finder, match: match, slot: slot).describe(&reference)
        return reference
    }
}

extension RequestURL {
    /// Whether a URL asks for this byte by byte, its fragment not counted.
    fileprivate func isSpelled(_ url: String) -> Bool {
        var (text, url) = (text, url)
        return text.withUTF8 { text in
            url.withUTF8 { url in url.prefix { $0 != UInt8(ascii: "#") }.elementsEqual(text) }
        }
    }
}

/// A place by the bytes of its pointers: Swift takes some different strings for equal ones.
private struct PlaceKey: Hashable {
    let pointer: [UInt8]
    let inner: [UInt8]?

    init(_ pointer: String, _ inner: String?) {
        self.pointer = Array(pointer.utf8)
        self.inner = inner.map { Array($0.utf8) }
    }
}
