import AttachmentDomain
import AttachmentURL

extension SlotMatch {
    /// What stands there, for a payload of that dialect and shape.
    func found(dialect: Dialect, shape: PayloadShape) -> FoundSlot {
        switch SlotContent(place.value) {
        case .fetchable(let url, let request):
            let targets = TargetChoice.profiles(of: slot, dialect: dialect, shape: shape)
            return .media(reference(url, request, targets), request)
        case .unusable(let reason, let scheme, let url):
            return .rejected(rejected(reason, scheme, url))
        }
    }

    private func reference(_ url: String, _ request: RequestURL, _ targets: [String]) -> MediaReference {
        let field = place.field
        var reference = MediaReference(
            url: url, kind: slot.kind, role: slot.role, jsonPointer: field.jsonPointer, targets: targets)
        reference.innerPointer = field.innerPointer
        reference.requestUrl = request.isSpelled(url) ? nil : request.text
        reference.insecure = request.scheme == .http ? true : nil
        reference.platform = slot.platform?.rawValue
        SlotDetails(finder: finder, match: match, slot: slot).describe(&reference)
        return reference
    }

    private func rejected(_ reason: RejectedSlot.Reason, _ scheme: String?, _ url: String?) -> RejectedSlot {
        let field = place.field
        var rejected = RejectedSlot(
            jsonPointer: field.jsonPointer, innerPointer: field.innerPointer, role: slot.role, reason: reason)
        rejected.scheme = scheme
        rejected.url = url
        return rejected
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
