import AttachmentDomain

/// What a payload's own words say about the kind of its media.
enum TypeHint {
    /// The kind that a file suffix (`jpg`, `.JPG`), a MIME type, a UTI or a plain word (`video`) names; unknown for all
    /// else.
    static func kind(of hint: String) -> MediaKind {
        let word = String(decoding: hint.utf8.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
        if let kind = kinds[word.utf8.first == UInt8(ascii: ".") ? String(word.dropFirst()) : word] { return kind }
        return byPrefix.first { word.utf8.starts(with: $0.prefix.utf8) }?.kind ?? .unknown
    }

    /// Whether the text is the extension of a media file, without its point.
    static func isSuffix(_ text: String) -> Bool {
        kinds[text.lowercased()] != nil && !plainWords.contains(text.lowercased())
    }

    /// Words of ``kinds`` that no file name ends in.
    private static let plainWords: Set<String> = ["image", "picture", "photo", "video", "movie", "audio", "sound"]

    private static let byPrefix: [(prefix: String, kind: MediaKind)] = [
        ("image/", .image), ("video/", .video), ("audio/", .audio),
    ]

    private static let kinds: [String: MediaKind] = {
        var kinds: [String: MediaKind] = [:]
        for (kind, words) in words {
            for word in words { kinds[word] = kind }
        }
        for type in MediaType.defaults {
            for name in [type.uti, type.mime] + type.aliases where kinds[name] == nil { kinds[name] = type.kind }
        }
        return kinds
    }()

    private static let words: [(MediaKind, [String])] = [
        (
            .image,
            [
                "image", "picture", "photo", "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "heic", "heif",
                "avif",
                "tif", "tiff", "bmp", "ico", "svg", "jxl", "jp2", "public.image", "public.heif",
            ]
        ),
        (
            .video,
            [
                "video", "movie", "mp4", "m4v", "mov", "qt", "mpg", "mpeg", "mpe", "m2v", "avi", "webm", "mkv", "3gp",
                "3g2",
                "ts", "ogv", "flv", "wmv", "public.video", "public.movie", "public.audiovisual-content",
                "public.mpeg-2-video", "public.3gpp",
            ]
        ),
        (
            .audio,
            [
                "audio", "sound", "mp3", "mp2", "m4a", "m4b", "aac", "wav", "wave", "aif", "aiff", "aifc", "caf",
                "flac",
                "ogg",
                "oga", "opus", "amr", "au", "mid", "midi", "mka", "weba", "public.audio", "public.aifc-audio",
                "public.mp2", "public.ulaw-audio", "com.apple.m4a-audio",
                "application/ogg",
            ]
        ),
    ]
}
