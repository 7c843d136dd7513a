import AttachmentDomain

/// Header fields as one text, a line for each: `Name: value`, names as they were written.
///
/// Far faster to read back than JSON, and a response is read at every lookup. Line breaks cannot stand in a field
/// (RFC 9110 5.5); should one get here, it becomes a blank.
enum HeaderBlock {
    static func text(of headers: HTTPHeaders) -> String {
        var text = ""
        for field in headers.fields {
            text += "\(singleLine(field.name)): \(singleLine(field.value))\n"
        }
        return text
    }

    static func headers(in text: String) -> HTTPHeaders {
        HTTPHeaders(
            text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
                let value = line[line.index(after: colon)...].dropFirst()
                return HTTPHeaders.Field(name: String(Substring(line[..<colon])), value: String(Substring(value)))
            })
    }

    private static func singleLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return text }
        return String(
            decoding: text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 },
            as: UTF8.self)
    }
}
