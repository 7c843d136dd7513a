import AttachmentDomain

/// What makes a URL look like media before anything is fetched: a guess, for hints to people alone.
enum MediaLook {
    /// Whether the path ends in the extension of a media file.
    static func hasMediaSuffix(_ url: String) -> Bool {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let tail = path.suffix(longestSuffix + 1)
        guard let point = tail.lastIndex(of: UInt8(ascii: ".")),
            TypeHint.isSuffix(String(decoding: tail[tail.index(after: point)...], as: UTF8.self))
        else { return false }
        // Two slashes stand before the host: a third begins the path.
        return path.count { $0 == UInt8(ascii: "/") } > 2
    }

    private static let longestSuffix = 5

    /// Whether the member that holds the URL, or what it is a member of, is named like media: `bigPicture`,
    /// `image_url`, `attachments`.
    static func isNamedLikeMedia(_ tokens: [String]) -> Bool {
        let names = tokens.filter { !$0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
        guard let name = names.last else { return false }
        let own = words(of: name)
        if own.contains(where: isMediaWord) { return true }
        guard own.allSatisfy(plainWords.contains), let parent = names.dropLast().last else { return false }
        return words(of: parent).contains(where: isMediaWord)
    }

    /// The words of a name in lower case: `imageUrl`, `image_url`, `image-url` and `IMAGEUrl` have the same two.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var (wasLower, wasUpper) = (false, false)
        for byte in name.utf8 {
            let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            let isLower = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            if !isUpper && !isLower || isUpper && wasLower { words.append([]) }
            if isLower, wasUpper, words[words.count - 1].count > 1, let initial = words[words.count - 1].popLast() {
                words.append([initial])
            }
            if isUpper || isLower { words[words.count - 1].append(byte | 0x20) }
            (wasLower, wasUpper) = (isLower, isUpper)
        }
        return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isMediaWord(_ word: String) -> Bool {
        mediaWords.contains(word) || mediaStems.contains { word.utf8.starts(with: $0.utf8) }
    }

    private static let mediaWords: Set<String> = ["img", "pic", "icon", "logo", "gif", "cover"]

    /// What longer words begin with: `images`, `imagelink`, `thumbnail`.
    private static let mediaStems = [
        "image", "picture", "photo", "media", "thumb", "banner", "attachment", "video", "audio", "avatar", "poster",
    ]

    /// Names that say nothing of their own.
    private static let plainWords: Set<String> = ["url", "uri", "href", "src", "link", "source", "value"]
}
