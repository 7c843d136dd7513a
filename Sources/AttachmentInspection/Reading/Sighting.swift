internal import AttachmentDomain

/// What a structural reader says about bytes that are of its format.
enum Sighting: Hashable {
    /// A media type by any of its names, and the kind where it is not the type's own: a sound-only movie is heard.
    case type(String, kind: MediaKind? = nil)
    /// Certainly no media, by that type.
    case notMedia(String)
    /// Of this format, but which of its types cannot be told before more bytes are there.
    case needsMore
}

/// One format, recognised by its structure. Bounded in reads and depth; never trusts a size that it has not compared
/// with what is there.
protocol StructuralReader: SendableMetatype {
    /// Nil when the bytes are not of this format.
    ///
    /// More bytes may still come: then nothing may be said that they could make wrong. ``ByteReader/ranShort`` tells
    /// whether something that decides was not there yet.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting?
}
