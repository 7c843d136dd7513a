public import AttachmentDomain

/// Tells what bytes are by the bytes alone: never by a name, never by a Content-Type.
///
/// Made and used on one thread, since it owns a libmagic cookie. Readers of structure are asked first: what they say
/// is proven, where libmagic 5.44 is wrong or vague for one file in five, and a picture costs them a tenth of its time.
/// libmagic names the rest; the policy's table says what the type is called here. At most 64 KiB are handed to
/// libmagic, and fewer than 12 bytes never. A complete file is then measured by the reader of its format.
public final class MediaRecogniser {
    /// The version of what it finds. It is raised when readers come to see more, or otherwise.
    public static let version = 1

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
    /// text. Of a complete file all is told that its structure tells, also whether it is whole. Throws only when the
    /// bytes cannot be read or libmagic breaks down; damaged media are recognised all the same.
    public func recognise(_ window: some ByteWindow, complete: Bool) throws(InspectionFault) -> Recognition {
        let bytes = ByteReader(window, isComplete: complete)
        guard try !bytes.head(Self.firstLook).isEmpty else { return complete ? .empty : .undecided }
        if let sighting = try MediaReaders.sighting(by: MediaReaders.signed, of: bytes) {
            return try answer(sighting, bytes)
        }
        guard bytes.end >= Self.leastBytes else {
            return complete ? .notMedia(mime: "application/octet-stream") : .undecided
        }
        let named = MagicAnswer(try magicName(of: bytes))
        if named.isWeak, let sighting = try MediaReaders.sighting(by: MediaReaders.searched, of: bytes) {
            return try answer(sighting, bytes)
        }
        return complete ? try lastAnswer(named, bytes) : try earlyAnswer(named, bytes)
    }

    private func magicName(of bytes: ByteReader) throws(InspectionFault) -> String {
        let head = try bytes.head(Self.firstLook)
        let first = magic.mimeType(of: head)
        guard MagicAnswer(first).isVague, head.count == Self.firstLook else { return first }
        let longer = try bytes.head(ByteReader.headLimit)
        return longer.count > head.count ? magic.mimeType(of: longer) : first
    }

    private func answer(_ sighting: Sighting, _ bytes: ByteReader) throws(InspectionFault) -> Recognition {
        switch sighting {
        case .type(let mime, let kind): try named(mime, kind: kind, bytes)
        case .notMedia(let mime): .notMedia(mime: mime)
        case .needsMore: .undecided
        }
    }

    /// The last word on a complete body. What only looks like a frame of sound to libmagic has failed the frame chain
    /// before, so it is nothing.
    private func lastAnswer(_ answer: MagicAnswer, _ bytes: ByteReader) throws(InspectionFault) -> Recognition {
        if answer.isUnprovenSound { return .notMedia(mime: "application/octet-stream") }
        guard types.type(named: answer.mime) != nil || answer.isMedia else { return .notMedia(mime: answer.mime) }
        return try named(answer.mime, bytes)
    }

    private func earlyAnswer(_ answer: MagicAnswer, _ bytes: ByteReader) throws(InspectionFault) -> Recognition {
        let isPlain = answer.isText ? PlainText.fills(try bytes.head(Self.firstLook)) : false
        if answer.isPage || isPlain { return .notMedia(mime: answer.mime) }
        // A reader that knows the format better has not found it proven, or not yet.
        guard MediaReaders.container(of: answer.mime) == nil, types.type(named: answer.mime) != nil else {
            return .undecided
        }
        return try named(answer.mime, bytes)
    }

    private func named(
        _ mime: String, kind: MediaKind? = nil, _ bytes: ByteReader
    ) throws(InspectionFault) -> Recognition {
        guard let type = types.type(named: mime) else { return .unsupported(mime: mime) }
        var inspection = Inspection(type)
        inspection.kind = kind ?? type.kind
        guard bytes.isComplete else { return .media(inspection) }
        inspection.readers = Self.version
        guard let reader = MediaReaders.container(of: mime) else { return .media(inspection) }
        let found = try reader.measure(bytes)
        // What a spent budget has cut off is not known; what was found by then stands.
        inspection.take(found, isExhausted: bytes.isSpent)
        if case .whole(let end) = found.extent, end < bytes.end, !bytes.isSpent,
            let tail = try ForeignTail(of: bytes, from: end)
        {
            inspection.foreignBytes = tail.count
            inspection.foreignType = magic.mimeType(of: tail.head)
        }
        return .media(inspection)
    }
}

extension Inspection {
    /// Takes in what a reader has found.
    fileprivate mutating func take(_ found: Measurement, isExhausted: Bool) {
        let shown = found.shown ?? found.stored
        width = shown?.width
        height = shown?.height
        storedWidth = found.stored?.width
        storedHeight = found.stored?.height
        declaredPixels = found.declaredPixels ?? found.stored?.pixels
        frames = found.frames
        animated = found.isAnimated
        durationSeconds = found.duration
        codec = found.codecs.isEmpty ? nil : found.codecs.joined(separator: "+")
        if isExhausted { return }
        switch found.extent {
        case .whole: whole = true
        case .damaged(let offset, let what):
            whole = false
            wholeUntil = offset
            damage = what
        case .unknown: break
        }
    }
}
