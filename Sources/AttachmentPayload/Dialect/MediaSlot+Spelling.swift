public import AttachmentDomain

/// The short spellings of the table.
extension MediaSlot {
    /// The URL of a picture.
    public static func image(_ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: Platform? = nil)
        -> MediaSlot
    {
        MediaSlot(path, kind: .image, role: role, platform: platform)
    }

    /// The URL of a video.
    public static func video(_ path: PayloadPath) -> MediaSlot { MediaSlot(path, kind: .video) }

    /// The URL of a sound.
    public static func audio(_ path: PayloadPath) -> MediaSlot { MediaSlot(path, kind: .audio) }

    /// The URL of media of which the slot says no more.
    public static func media(_ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: Platform? = nil)
        -> MediaSlot
    {
        MediaSlot(path, role: role, platform: platform)
    }

    /// The URL of media whose type stands elsewhere in the payload.
    public static func hinted(_ path: PayloadPath, by hint: PayloadPath, _ platform: Platform? = nil) -> MediaSlot {
        MediaSlot(path, platform: platform, hint: hint)
    }

    /// The same with an id for the attachment.
    public func id(_ id: SlotID) -> MediaSlot { with { $0.id = id } }

    /// The same with the places of the thumbnail's options.
    public func options(hidden: PayloadPath, time: PayloadPath, clip: PayloadPath) -> MediaSlot {
        with { $0.options = OptionPaths(hidden: hidden, time: time, clip: clip) }
    }

    /// The same with the place that names the attachment which serves as thumbnail.
    public func thumbnail(_ path: PayloadPath) -> MediaSlot { with { $0.thumbnailID = path } }

    /// The same with the places of the text's language and country.
    public func locale(language: PayloadPath, country: PayloadPath) -> MediaSlot {
        with { $0.locale = LocalePaths(language: language, country: country) }
    }

    /// The same where an array of URLs may stand too.
    public var orList: MediaSlot { with { $0.mayBeList = true } }

    private func with(_ change: (inout MediaSlot) -> Void) -> MediaSlot {
        var slot = self
        change(&slot)
        return slot
    }
}
