import AttachmentDomain
import AttachmentStore

/// Why bytes are no attachment, whoever wants them for one: what is stored for calls that take anything is judged so too.
enum Unfitness {
    /// Nil where bytes with these facts are whole media.
    static func finding(of facts: Inspection, bytes: Int64) -> Finding? {
        if facts.kind == .unknown { return notMedia(facts.mediaType) }
        guard facts.whole == false else { return nil }
        let until = facts.wholeUntil ?? 0
        let place = until == bytes ? "" : "after \(grouped(until)) bytes "
        return Finding(
            .damaged, "\(facts.mediaType) of \(grouped(bytes)) bytes is not whole: \(place)it \(facts.damage ?? "ends")"
        )
    }

    /// For bytes of a type that is none of media.
    static func notMedia(_ mime: String) -> Finding {
        Finding(.notMedia, "the body is \(mime), not media")
    }
}

extension LoadRequest {
    /// Why a stored object is no answer to this request, though it may be one to others; nil where it is one.
    func unfitness(of object: StoredObject, status: Int) -> BodyInspector.Unfit? {
        // Who wants the response whatever its status takes it without a body, too.
        let isWantedEmpty = object.bytes == 0 && taking.everyStatus
        guard (200..<300).contains(status), !taking.anyType, !isWantedEmpty,
            let finding = Unfitness.finding(of: object.inspection, bytes: object.bytes)
        else { return nil }
        return BodyInspector.Unfit(finding, facts: object.inspection)
    }
}
