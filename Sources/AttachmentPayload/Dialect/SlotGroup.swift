public import AttachmentDomain

/// Slots of a dialect that belong together.
public enum SlotGroup: Hashable, Sendable {
    /// One slot.
    case slot(MediaSlot)
    /// The first of these rows of slots of which any is there.
    case firstOf([[MediaSlot]])
    /// All these slots of the first element, then all of the second, and so on: their paths share the first wildcard.
    case each([MediaSlot])

    var slots: [MediaSlot] {
        switch self {
        case .slot(let slot): [slot]
        case .firstOf(let rows): rows.flatMap(\.self)
        case .each(let slots): slots
        }
    }
}

/// The same short spellings for a group of one.
extension SlotGroup {
    /// The URL of a picture.
    public static func image(
        _ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: MediaSlot.Platform? = nil
    ) -> SlotGroup {
        .slot(.image(path, role, platform))
    }

    /// The URL of media of which the slot says no more.
    public static func media(
        _ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: MediaSlot.Platform? = nil
    ) -> SlotGroup {
        .slot(.media(path, role, platform))
    }

    /// The URL of media whose type stands elsewhere in the payload.
    public static func hinted(
        _ path: PayloadPath, by hint: PayloadPath, _ platform: MediaSlot.Platform? = nil
    ) -> SlotGroup {
        .slot(.hinted(path, by: hint, platform))
    }

    /// The URL of a video.
    public static func video(_ path: PayloadPath) -> SlotGroup { .slot(.video(path)) }

    /// The URL of a sound.
    public static func audio(_ path: PayloadPath) -> SlotGroup { .slot(.audio(path)) }
}
