import AttachmentDomain
import AttachmentJSON
import AttachmentStore
import AttachmentURL

/// A stored response in a list: `url` as the text of its cache key, `variant` the fields of the request that its Vary
/// names, times in Unix seconds. Members without a value are left out.
struct CachedEntry: ListEntry {
    var url: String
    let status: Int
    let variant: VariantFields?
    let digest: String?
    let mediaType: String?
    let bytes: Int64?
    let receivedAt: Int64
    /// Until then nothing is asked.
    let freshUntil: Int64
    /// Until then it is used where its origin fails.
    let staleUntil: Int64?
    let etag: String?
    let lastModified: String?

    init(_ listed: ListedResponse) {
        let stored = listed.response
        url = stored.url
        status = stored.response.status
        variant = VariantFields(stored.response.variant)
        digest = stored.digest.map { "\($0)" }
        mediaType = listed.mediaType
        bytes = listed.bytes
        receivedAt = stored.response.receivedAt
        freshUntil = stored.freshUntil
        staleUntil = stored.staleUntil
        etag = stored.etag
        lastModified = stored.lastModified
    }

    private enum CodingKeys: CodingKey {
        case url, status, variant, digest, mediaType, bytes, receivedAt, freshUntil, staleUntil, etag, lastModified
    }

    var redacted: CachedEntry {
        var entry = self
        entry.url = RequestURL.redact(url)
        return entry
    }

    func line(now: Int64, style: TextStyle) -> String {
        let size = bytes.map { "\($0.grouped) bytes" }
        let what = [mediaType, size].compactMap(\.self).joined(separator: " ")
        let facts = ["\(status)", what, freshness(now, style)].filter { !$0.isEmpty }.joined(separator: ", ")
        let variant = variant.map { "\n            \(style.faint("for \($0.text.visible)"))" } ?? ""
        return "\(url.visible)\n            \(facts)\(variant)"
    }

    private func freshness(_ now: Int64, _ style: TextStyle) -> String {
        if now < freshUntil { return style.good("fresh for \((freshUntil - now).grouped) s") }
        guard let staleUntil, now < staleUntil else { return style.faint("to be asked about") }
        return style.doubtful("too old to be used unasked, stands in for failures for \((staleUntil - now).grouped) s")
    }
}

/// The fields of the request that a response depends on. Fields that negotiate show their values; others may be secrets.
struct VariantFields: Encodable {
    private let fields: [(name: String, value: String?)]

    /// Nil where there are none.
    init?(_ variant: Variant) {
        guard !variant.text.isEmpty else { return nil }
        fields = variant.text.split(separator: "\n").map { line in
            let name = String(line.prefix { $0 != ":" })
            guard name.count < line.count else { return (name, nil) }
            return (name, Variant.isShown(name) ? line.dropFirst(name.count + 1).trimmingOWS() : "REDACTED")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for field in fields { try container.encode(field.value, forKey: NameKey(field.name)) }
    }

    /// As `accept: image/webp, dpr missing`.
    var text: String {
        fields.map { field in field.value.map { "\(field.name): \($0)" } ?? "\(field.name) missing" }
            .joined(separator: ", ")
    }
}
