import AttachmentCrypto
import AttachmentDomain

extension HTTPHeaders {
    /// The fields of a request with digests in the place of values that may be secrets. What a response varies by is kept
    /// in the cache, and whether two requests agree in it can be told from digests as well.
    var sealed: HTTPHeaders {
        guard fields.contains(where: { !Variant.isShown($0.name) }) else { return self }
        return HTTPHeaders(
            fields.map { field in
                guard !Variant.isShown(field.name) else { return field }
                return Field(name: field.name, value: SHA256.digest(of: Array(field.value.utf8)).hex)
            })
    }
}
