import AttachmentDomain

/// The short spellings of the table.
extension MediaSlot {
    /// The URL of a picture.
    static func image(_ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: Platform? = nil) -> MediaSlot {
        MediaSlot(path, kind: .image, role: role, platform: platform)
    }

    static func video(_ path: PayloadPath) -> MediaSlot { MediaSlot(path, kind: .video) }

    static func audio(_ path: PayloadPath) -> MediaSlot { MediaSlot(path, kind: .audio) }

    /// The URL of media of which the slot says no more.
    static func media(_ path: PayloadPath, _ role: MediaRole = .attachment, _ platform: Platform? = nil) -> MediaSlot {
        MediaSlot(path, role: role, platform: platform)
    }

    /// The URL of media whose type stands elsewhere in the payload.
    static func hinted(_ path: PayloadPath, by hint: PayloadPath, _ platform: Platform? = nil) -> MediaSlot {
        MediaSlot(path, platform: platform, hint: hint)
    }

    func id(_ id: SlotID) -> MediaSlot { with { $0.id = id } }

    func options(hidden: PayloadPath, time: PayloadPath, clip: PayloadPath) -> MediaSlot {
        with { $0.options = OptionPaths(hidden: hidden, time: time, clip: clip) }
    }

    func thumbnail(_ path: PayloadPath) -> MediaSlot { with { $0.thumbnailID = path } }

    func locale(language: PayloadPath, country: PayloadPath) -> MediaSlot {
        with { $0.locale = LocalePaths(language: language, country: country) }
    }

    var orList: MediaSlot { with { $0.mayBeList = true } }

    private func with(_ change: (inout MediaSlot) -> Void) -> MediaSlot {
        var slot = self
        change(&slot)
        return slot
    }
}
