import AttachmentURL

/// URLs inside of other text, such as a payload that is kept verbatim.
enum URLsInText {
    /// Replaces query values and credentials of everything that begins with a scheme and `://`.
    ///
    /// JSON text may write a slash as `\/`, also several times over where it holds JSON text itself, and an ampersand as
    /// `\u0026`: both belong to the URL. It ends before a blank, a quote, an angle bracket or a control character.
    static func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var position = 0
        while let colon = nextColon(in: bytes, from: position) {
            let start = schemeStart(in: bytes, before: colon, notBefore: position)
            let end = urlEnd(in: bytes, from: colon)
            shown += bytes[position..<start]
            shown += RequestURL.redact(String(decoding: bytes[start..<end], as: UTF8.self)).utf8
            position = end
        }
        guard position > 0 else { return text }
        return String(decoding: shown + bytes[position...], as: UTF8.self)
    }

    /// The next colon that follows a letter and comes before two slashes.
    private static func nextColon(in bytes: [UInt8], from start: Int) -> Int? {
        bytes[start...].indices.first { position in
            bytes[position] == UInt8(ascii: ":") && position > start && isSchemeByte(bytes[position - 1])
                && slashes(in: bytes, after: position) >= 2
        }
    }

    private static func slashes(in bytes: [UInt8], after position: Int) -> Int {
        bytes[(position + 1)...]
            .prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            .count { $0 == UInt8(ascii: "/") }
    }

    private static func schemeStart(in bytes: [UInt8], before colon: Int, notBefore limit: Int) -> Int {
        var start = colon
        while start > limit, isSchemeByte(bytes[start - 1]) {
            start -= 1
        }
        return start
    }

    private static func urlEnd(in bytes: [UInt8], from colon: Int) -> Int {
        let ends = bytes[colon...].indices.first { endsURL(bytes[$0]) } ?? bytes.count
        // The backslashes before a quote belong to the quote.
        return bytes[colon..<ends].lastIndex { $0 != UInt8(ascii: "\\") }.map { $0 + 1 } ?? ends
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">")
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
