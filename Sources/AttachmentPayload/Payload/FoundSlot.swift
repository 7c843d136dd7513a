public import AttachmentDomain
public import AttachmentURL

/// What stands in one slot of a payload.
public enum FoundSlot: Sendable {
    /// Media that can be asked for, and what is asked for: their URL, parsed and normalised.
    case media(MediaReference, RequestURL)
    /// Nothing that can be fetched.
    case rejected(RejectedSlot)
}
