import AttachmentDomain

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
