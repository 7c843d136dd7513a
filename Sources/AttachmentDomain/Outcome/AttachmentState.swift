/// What became of one media reference.
public enum AttachmentState: String, Codable, Hashable, Sendable {
    /// The bytes are whole media and at least one judged profile does not refuse them.
    case ready
    /// No media, not whole, or refused by every judged profile.
    case rejected
    /// The bytes could not be had.
    case failed
    /// The deadline came first.
    case expired
    /// A fallback that was not needed.
    case skipped
}
