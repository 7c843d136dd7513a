public import AttachmentDomain

/// Looks at the first bytes of a body while the rest is still on its way.
///
/// Made and used on the fetcher's own thread alone, so it may own a libmagic cookie.
public protocol HeadExaminer {
    /// Judges the bytes so far; asked at 4 KiB, and once more at 64 KiB if undecided.
    func examine(_ head: UnsafeRawBufferPointer) -> HeadOpinion
}

/// What the head of a body tells.
public enum HeadOpinion: Sendable {
    /// Not enough yet; the transfer goes on.
    case undecided
    /// Media of that type; the limit of its kind now counts.
    case media(type: String, kind: MediaKind)
    /// No media: the transfer stops.
    case refused(Finding)
}
