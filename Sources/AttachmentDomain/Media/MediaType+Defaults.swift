extension MediaType {
    /// The types of the built-in policy: all that the built-in profiles name, and those that are met often enough that
    /// "not shown by this target" is a better answer than "no media".
    public static let defaults: [MediaType] = images + audio + video

    private static let images: [MediaType] = [
        image("image/jpeg", ["image/jpg", "image/pjpeg", "image/mpo"], "public.jpeg", "jpg"),
        image("image/png", ["image/x-png", "image/apng", "image/vnd.mozilla.apng"], "public.png", "png"),
        image("image/gif", [], "com.compuserve.gif", "gif"),
        image("image/webp", [], "org.webmproject.webp", "webp"),
        image("image/heic", ["image/heif", "image/heic-sequence", "image/heif-sequence"], "public.heic", "heic"),
        image("image/avif", ["image/avif-sequence"], "public.avif", "avif"),
        image("image/tiff", ["image/tif", "image/tiff-fx"], "public.tiff", "tiff"),
        image("image/bmp", ["image/x-ms-bmp", "image/x-bmp"], "com.microsoft.bmp", "bmp"),
        image("image/vnd.microsoft.icon", ["image/x-icon", "image/ico"], "com.microsoft.ico", "ico"),
        image("image/svg+xml", ["image/svg"], "public.svg-image", "svg"),
        image("image/jxl", [], "public.jpeg-xl", "jxl"),
        image("image/jp2", ["image/jpeg2000", "image/j2c", "image/x-jp2-codestream"], "public.jpeg-2000", "jp2"),
    ]

    private static let audio: [MediaType] = [
        sound(
            "audio/mpeg", ["audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/mp2", "audio/x-mp2"], "public.mp3", "mp3"),
        sound("audio/mp4", ["audio/x-m4a", "audio/m4a", "audio/x-m4b", "audio/x-m4p"], "public.mpeg-4-audio", "m4a"),
        sound(
            "audio/aac", ["audio/x-aac", "audio/aacp", "audio/x-hx-aac-adts", "audio/x-hx-aac-adif"],
            "public.aac-audio", "aac"),
        sound(
            "audio/wav", ["audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-rf64"],
            "com.microsoft.waveform-audio", "wav"),
        sound("audio/aiff", ["audio/x-aiff", "audio/x-aifc", "sound/aiff"], "public.aiff-audio", "aiff"),
        sound("audio/x-caf", ["audio/caf"], "com.apple.coreaudio-format", "caf"),
        sound("audio/flac", ["audio/x-flac"], "org.xiph.flac", "flac"),
        sound(
            "audio/ogg", ["application/ogg", "audio/opus", "audio/vorbis", "audio/x-opus+ogg", "audio/x-vorbis+ogg"],
            "org.xiph.ogg-audio", "ogg"),
        sound("audio/amr", ["audio/amr-wb"], "org.3gpp.adaptive-multi-rate-audio", "amr"),
        sound("audio/3gpp", ["audio/3gpp2"], "public.3gpp", "3gp"),
        sound("audio/webm", [], "org.webmproject.webm-audio", "weba"),
        sound("audio/matroska", ["audio/x-matroska"], "org.matroska.mka", "mka"),
        sound("audio/midi", ["audio/mid", "audio/x-midi", "audio/sp-midi"], "public.midi-audio", "mid"),
    ]

    private static let video: [MediaType] = [
        film("video/mp4", ["application/mp4", "video/x-f4v"], "public.mpeg-4", "mp4"),
        film("video/x-m4v", ["video/m4v"], "com.apple.m4v-video", "m4v"),
        film("video/quicktime", ["audio/quicktime"], "com.apple.quicktime-movie", "mov"),
        film("video/mpeg", ["video/mpv", "video/mp1s", "video/mp2p", "video/mpeg2"], "public.mpeg", "mpg"),
        film(
            "video/x-msvideo", ["video/avi", "video/msvideo", "video/vnd.avi", "application/x-troff-msvideo"],
            "public.avi", "avi"),
        film("video/mp2t", ["video/m2ts", "video/vnd.dlna.mpeg-tts"], "public.mpeg-2-transport-stream", "ts"),
        film("video/webm", [], "org.webmproject.webm", "webm"),
        film("video/matroska", ["video/x-matroska"], "org.matroska.mkv", "mkv"),
        film("video/3gpp", [], "public.3gpp", "3gp"),
        film("video/3gpp2", [], "public.3gpp2", "3g2"),
        film("video/ogg", ["video/theora"], "org.xiph.ogg-video", "ogv"),
        film("video/x-flv", ["video/flv"], "com.adobe.flash.video", "flv"),
        film(
            "video/x-ms-wmv", ["video/x-ms-asf", "application/vnd.ms-asf"], "com.microsoft.windows-media-wmv", "wmv"),
    ]

    private static func image(_ mime: String, _ aliases: [String], _ uti: String, _ suffix: String) -> MediaType {
        MediaType(mime: mime, aliases: aliases, uti: uti, fileExtension: suffix, kind: .image)
    }

    private static func sound(_ mime: String, _ aliases: [String], _ uti: String, _ suffix: String) -> MediaType {
        MediaType(mime: mime, aliases: aliases, uti: uti, fileExtension: suffix, kind: .audio)
    }

    private static func film(_ mime: String, _ aliases: [String], _ uti: String, _ suffix: String) -> MediaType {
        MediaType(mime: mime, aliases: aliases, uti: uti, fileExtension: suffix, kind: .video)
    }
}
