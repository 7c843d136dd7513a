/// Facts about an object: a property of its bytes alone, found once and stored with it.
///
/// Members that are not known are nil and are left out of every output.
public struct Inspection: Codable, Hashable, Sendable {
    /// The type of the bytes, by the name that the policy's table of types gives it.
    public var mediaType: String
    /// Apple's Uniform Type Identifier for it.
    public var uti: String
    /// The extension that a file of this type must carry, without the dot.
    public var fileExtension: String
    /// What the bytes are to a person.
    public var kind: MediaKind
    /// Size as shown, in pixels, with orientation and rotation applied.
    public var width: Int?
    public var height: Int?
    /// Size before orientation and rotation.
    public var storedWidth: Int?
    public var storedHeight: Int?
    /// The pixels that a decoder would have to hold for one picture, as the file declares them: the larger one of the
    /// canvas and any frame. A small file may declare very many.
    public var declaredPixels: Int64?
    /// Playing time in seconds, to the millisecond; of an animation one run.
    public var durationSeconds: Double?
    /// Number of pictures in an image file, or in the picture track of a film.
    public var frames: Int?
    /// Whether an image moves.
    public var animated: Bool?
    /// The codecs of the tracks by FFmpeg's names, the picture's first, with a plus between them: `h264+aac`.
    public var codec: String?
    /// Whether the file's own structure proves it complete; nil where the structure does not tell.
    public var whole: Bool?
    /// Where ``whole`` is false, the byte up to which the file is sound: its size where it was merely cut.
    public var wholeUntil: Int64?
    /// Where ``whole`` is false, what is wrong there; goes after "it": `ends inside the chunk IDAT`.
    public var damage: String?
    /// Bytes behind the end of the media that are none of it, padding apart; nil where there are none.
    public var foreignBytes: Int64?
    /// The MIME type of those bytes, as libmagic names them.
    public var foreignType: String?
    /// By which version of the readers these facts were found; nil by those that measured nothing. Later readers find
    /// more, so that what earlier ones have stored is measured once more at its next use.
    public var readers: Int?

    public init(
        mediaType: String, uti: String, fileExtension: String, kind: MediaKind, width: Int? = nil, height: Int? = nil,
        durationSeconds: Double? = nil, frames: Int? = nil, animated: Bool? = nil, codec: String? = nil,
        whole: Bool? = nil
    ) {
        self.mediaType = mediaType
        self.uti = uti
        self.fileExtension = fileExtension
        self.kind = kind
        self.width = width
        self.height = height
        self.durationSeconds = durationSeconds
        self.frames = frames
        self.animated = animated
        self.codec = codec
        self.whole = whole
    }

    /// The facts that a type alone gives.
    public init(_ type: MediaType) {
        self.init(mediaType: type.mime, uti: type.uti, fileExtension: type.fileExtension, kind: type.kind)
    }
}
