import AttachmentCrypto
import AttachmentDomain

/// How the rows of a URL are found: by a hash, since URLs have up to 65,536 bytes.
enum URLRow {
    static func key(of url: String) -> SQLValue {
        .digest(digest(of: url))
    }

    static func digest(of url: String) -> Digest {
        var url = url
        return url.withUTF8 { SHA256.digest(of: UnsafeRawBufferPointer($0)) }
    }
}
