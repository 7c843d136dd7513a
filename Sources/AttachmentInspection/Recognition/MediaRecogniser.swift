public import AttachmentDomain

/// Tells what bytes are by the bytes alone: never by a name, never by a Content-Type.
///
/// Made and used on one thread, since it owns a libmagic cookie. Structure is looked at first, where libmagic 5.44 is
/// known to be wrong or vague; libmagic names the rest; the policy's table says what the type is called here. At most
/// 64 KiB are handed to libmagic, and fewer than 12 bytes never.
public final class MediaRecogniser {
    /// libmagic sees this much first, and ``ByteReader/headLimit`` where that is vague.
    private static let firstLook = 4096
    private static let leastBytes = 12

    private let magic: Magic
    private let types: MediaTypeTable

    /// Throws when libmagic or its database cannot be used.
    public init(types: MediaTypeTable) throws(InspectionFault) {
        self.types = types
        magic = try Magic()
    }

    /// What the bytes of the window are.
    ///
    /// With `complete` false the window holds the beginning of a body of which more may come: the answer is then
    /// ``Recognition/undecided`` unless the bytes so far prove it, and "no media" only for what is plainly a page or a
    /// text. Throws only when the bytes cannot be read or libmagic breaks down; damaged media are recognised all the
    /// same.
    public func recognise(_ window: some ByteWindow, complete: Bool) throws(InspectionFault) -> Recognition {
        let bytes = ByteReader(window, isComplete: complete)
        let head = try bytes.head(Self.firstLook)
        guard !head.isEmpty else { return complete ? .empty : .undecided }
        if let sighting = try StructuralLook.strong(at: bytes) { return named(sighting) }
        guard head.count >= Self.leastBytes else {
            return complete ? .notMedia(mime: "application/octet-stream") : .undecided
        }
        let mime = try magicAnswer(head, bytes)
        if MagicAnswer(mime).isWeak, let sighting = try StructuralLook.weak(at: bytes) { return named(sighting) }
        return complete ? answer(MagicAnswer(mime)) : earlyAnswer(MagicAnswer(mime), head)
    }

    private func magicAnswer(_ head: ArraySlice<UInt8>, _ bytes: ByteReader) throws(InspectionFault) -> String {
        let first = try magic.mimeType(of: head)
        guard MagicAnswer(first).isVague, head.count == Self.firstLook else { return first }
        let longer = try bytes.head(ByteReader.headLimit)
        return longer.count > head.count ? try magic.mimeType(of: longer) : first
    }

    private func named(_ sighting: Sighting) -> Recognition {
        switch sighting {
        case .type(let mime, let kind): named(mime, kind: kind)
        case .notMedia(let mime): .notMedia(mime: mime)
        case .needsMore: .undecided
        }
    }

    private func named(_ mime: String, kind: MediaKind? = nil) -> Recognition {
        guard let type = types.type(named: mime) else { return .unsupported(mime: mime) }
        var inspection = Inspection(type)
        inspection.kind = kind ?? type.kind
        return .media(inspection)
    }

    /// The last word on a complete body. What only looks like a frame of sound to libmagic has failed the frame chain
    /// before, so it is nothing.
    private func answer(_ answer: MagicAnswer) -> Recognition {
        if answer.isUnprovenSound { return .notMedia(mime: "application/octet-stream") }
        if types.type(named: answer.mime) != nil || answer.isMedia { return named(answer.mime) }
        return .notMedia(mime: answer.mime)
    }

    private func earlyAnswer(_ answer: MagicAnswer, _ head: ArraySlice<UInt8>) -> Recognition {
        if answer.isPage || (answer.isText && PlainText.fills(head)) { return .notMedia(mime: answer.mime) }
        guard !answer.isUnprovenSound, types.type(named: answer.mime) != nil else { return .undecided }
        return named(answer.mime)
    }
}
