internal import AttachmentDomain

/// A MIME type of libmagic 5.44, and how far it can be believed.
struct MagicAnswer {
    /// In lower case, without parameters.
    let mime: String

    init(_ answer: String) {
        mime = MediaTypeTable.essence(of: answer)
    }

    /// Whether more bytes may bring a better answer.
    var isVague: Bool {
        mime == "application/octet-stream" || mime == "text/plain"
    }

    /// Whether a structure that needs searching for may still be there: vague answers, and the heuristics that outbid
    /// better entries.
    var isWeak: Bool {
        isVague || isUnprovenSound || isText
    }

    /// Four bytes suffice for this answer; a chain of frames has to prove it.
    var isUnprovenSound: Bool {
        mime == "audio/mpeg" || mime == "audio/x-hx-aac-adts"
    }

    var isMedia: Bool {
        !isPlaylist && ["image/", "audio/", "video/"].contains(where: mime.hasPrefix)
    }

    var isText: Bool {
        mime.hasPrefix("text/") || isPage || isPlaylist
    }

    /// Certain from the first bytes on.
    var isPage: Bool {
        ["text/html", "application/json", "application/xhtml+xml"].contains(mime)
    }

    /// A list of media is none.
    private var isPlaylist: Bool {
        ["audio/x-mpegurl", "audio/mpegurl", "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/x-scpls"]
            .contains(mime)
    }
}
