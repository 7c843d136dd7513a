import AttachmentDomain

/// What makes a URL look like media before anything is fetched: a guess, for hints to people alone.
enum MediaLook {
    /// Whether the path ends in the extension of a media file.
    static func hasMediaSuffix(_ url: String) -> Bool {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let tail = path.suffix(longestSuffix + 1)
        guard let point = tail.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return TypeHint.isSuffix(String(decoding: tail[tail.index(after: point)...], as: UTF8.self))
    }

    private static let longestSuffix = 5

    /// Whether the member that holds the URL, or what it is a member of, is named like media: `bigPicture`,
    /// `image_url`, `attachments`.
    static func isNamedLikeMedia(_ tokens: [String]) -> Bool {
        let names = tokens.filter { !$0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
        guard let name = names.last else { return false }
        let own = words(of: name)
        if own.contains(where: mediaWords.contains) { return true }
        guard own.allSatisfy(plainWords.contains), let parent = names.dropLast().last else { return false }
        return words(of: parent).contains(where: mediaWords.contains)
    }

    /// The words of a name in lower case: `imageUrl`, `image_url` and `image-url` have the same two.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            let isLetter = isUpper || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            if !isLetter || isUpper && wasLower { words.append([]) }
            if isLetter { words[words.count - 1].append(byte | 0x20) }
            wasLower = isLetter && !isUpper
        }
        return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let mediaWords: Set<String> = [
        "image", "images", "img", "imageurl", "picture", "pictures", "pic", "photo", "photos", "media", "mediaurl",
        "icon",
        "logo", "thumb", "thumbnail", "banner", "attachment", "attachments", "video", "videos", "audio", "gif",
        "poster",
        "avatar", "cover",
    ]

    /// Names that say nothing of their own.
    private static let plainWords: Set<String> = ["url", "uri", "href", "src", "link", "source", "value"]
}
