import AttachmentDomain
import AttachmentURL

/// Says what stands in the slots of one payload.
struct SlotDescription {
    let outline: PayloadOutline
    let finder: PlaceFinder

    func found(_ match: PlaceFinder.Match, in slot: SharedSlot) -> FoundSlot {
        switch SlotContent(match.place.value) {
        case .fetchable(let url, let request): .media(reference(to: url, request, match, slot), request)
        case .unusable(let reason, let scheme, let url):
            .rejected(rejected(reason, scheme, url, match.place, slot.value.role))
        }
    }

    private func reference(
        to url: String, _ request: RequestURL, _ match: PlaceFinder.Match, _ slot: SharedSlot
    ) -> MediaReference {
        let field = match.place.field
        var reference = MediaReference(
            url: url, kind: slot.value.kind, role: slot.value.role, jsonPointer: field.jsonPointer,
            targets: TargetChoice.profiles(of: slot.value.platform, dialect: outline.dialect, shape: outline.shape))
        reference.innerPointer = field.innerPointer
        reference.requestUrl = request.isSpelled(url) ? nil : request.text
        reference.insecure = request.scheme == .http ? true : nil
        reference.platform = slot.value.platform?.rawValue
        SlotDetails(finder: finder, match: match, shared: slot).describe(&reference)
        return reference
    }

    private func rejected(
        _ reason: RejectedSlot.Reason, _ scheme: String?, _ url: String?, _ place: Place, _ role: MediaRole
    ) -> RejectedSlot {
        let field = place.field
        var rejected = RejectedSlot(
            jsonPointer: field.jsonPointer, innerPointer: field.innerPointer, role: role, reason: reason)
        rejected.scheme = scheme
        rejected.url = url
        return rejected
    }
}

extension RequestURL {
    /// Whether a URL asks for this byte by byte, its fragment not counted.
    fileprivate func isSpelled(_ url: String) -> Bool {
        // Where nothing had to be rewritten both are one string; of equal strings the shorter is the one in ASCII.
        if text.utf8.count == url.utf8.count, text == url { return true }
        var (text, url) = (text, url)
        return text.withUTF8 { text in
            url.withUTF8 { url in url.prefix { $0 != UInt8(ascii: "#") }.elementsEqual(text) }
        }
    }
}
