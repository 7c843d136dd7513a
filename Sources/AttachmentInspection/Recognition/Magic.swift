internal import CMagic

/// libmagic alone: the owner of one cookie. A cookie is not thread-safe: it lives and dies on one thread.
public final class Magic {
    private let cookie: OpaquePointer

    /// Opens the system's database, which is mapped, not read (0.3 ms).
    ///
    /// Checks that would open archives or walk executables and documents are off: they say nothing about media and
    /// would only be more code that hostile bytes reach.
    public init() throws(InspectionFault) {
        let flags =
            MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF | MAGIC_NO_CHECK_CDF
            | MAGIC_NO_CHECK_TOKENS | MAGIC_NO_CHECK_APPTYPE
        guard let cookie = magic_open(flags) else { throw .magicUnavailable("magic_open gave no cookie") }
        guard magic_load(cookie, nil) == 0 else {
            let reason = Self.reason(cookie)
            magic_close(cookie)
            throw .magicUnavailable(reason)
        }
        self.cookie = cookie
    }

    deinit {
        magic_close(cookie)
    }

    /// The MIME type of the bytes, such as `image/png`; `application/octet-stream` where nothing fits, and where libmagic
    /// has no answer, as 5.44 has none for text in UTF-32.
    public func mimeType(of bytes: ArraySlice<UInt8>) -> String {
        bytes.withUnsafeBytes { bytes in
            magic_buffer(cookie, bytes.baseAddress, bytes.count).map { String(cString: $0) }
        } ?? "application/octet-stream"
    }

    private static func reason(_ cookie: OpaquePointer) -> String {
        magic_error(cookie).map { String(cString: $0) } ?? "no reason given"
    }
}
