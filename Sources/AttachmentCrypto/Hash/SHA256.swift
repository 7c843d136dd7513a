public import AttachmentDomain
import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces: 1.4 GB/s where the processor has the instructions for it.
///
/// Has one owner, who may hand it to another thread; it is never used by two at once.
public struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// The state before the first byte. Stops the program only when there is no memory left.
    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, Algorithm.sha256.method, nil) == 1 else {
            preconditionFailure("OpenSSL cannot begin a SHA-256: no memory, or a build without it")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Takes in the bytes; they are not kept. An empty buffer changes nothing.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let taken = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        // Documented to fail only for a context that was never begun or is already finished; the type excludes both.
        precondition(taken == 1, "OpenSSL refuses bytes for a SHA-256 that is under way")
    }

    /// The digest of all that was taken in.
    public consuming func finalize() -> Digest {
        let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.byteCount) { buffer in
            let finished = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(finished == 1, "OpenSSL cannot end a SHA-256 that is under way")
            return Digest(bytes: UnsafeRawBufferPointer(buffer))
        }
        guard let bytes else { preconditionFailure("a SHA-256 has 32 bytes") }
        return bytes
    }

    /// The digest of these bytes.
    public static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// The digest of these bytes.
    public static func digest(of bytes: [UInt8]) -> Digest {
        bytes.withUnsafeBytes { digest(of: $0) }
    }

    private static let byteCount = 32
}

/// Unchecked since the context is a bare pointer: it has one owner at a time, and OpenSSL ties no context to a thread.
extension SHA256: @unchecked Sendable {}
