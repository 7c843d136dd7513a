public import AttachmentDomain

/// What some bytes are.
public enum Recognition: Hashable, Sendable {
    /// A type of the table, with the facts known so far.
    case media(Inspection)
    /// Picture, film or sound, but of a type that the table leaves out.
    case unsupported(mime: String)
    /// No media: a page, a text, an archive, or nothing known.
    case notMedia(mime: String)
    /// Not one byte.
    case empty
    /// More bytes may come, and those so far do not tell. Never the answer for a complete body.
    case undecided
}
