import CCrypto

/// A hash method of OpenSSL, looked up once: `EVP_sha256()` alone is looked up anew for each hash, behind a lock
/// (EVP_DigestInit(3), "implicit fetch").
struct Algorithm: @unchecked Sendable {
    /// Never freed and never changed after its creation, which is why threads may share it.
    let method: OpaquePointer

    static let sha256 = Algorithm("SHA256")

    private init(_ name: String) {
        guard let method = EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("OpenSSL has no \(name)")
        }
        self.method = method
    }
}
