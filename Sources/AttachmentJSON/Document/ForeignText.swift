/// What a text is that is no UTF-8 from its first bytes on.
enum ForeignText {
    /// The name of the encoding or compression; nil where the text may be JSON.
    ///
    /// JSON begins with two characters of ASCII, or with one that stands alone, so a NUL beside the first in an even
    /// number of bytes tells UTF-16 and UTF-32 (RFC 4627 section 3); gzip has a mark of its own (RFC 1952 2.3.1).
    static func name(of text: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.count >= 2 else { return nil }
        switch (text[0], text[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return "UTF-16"
        case (0x00, 0x00): return "UTF-32"
        case (0x00, _), (1..., 0x00):
            guard text.count % 2 == 0 else { return nil }
            return text.count > 3 && text[2] == 0 && text[3] == 0 ? "UTF-32" : "UTF-16"
        case (0x1F, 0x8B): return "gzip"
        default: return nil
        }
    }
}
