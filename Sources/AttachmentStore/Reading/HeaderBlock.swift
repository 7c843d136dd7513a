/// Header fields as one text, a line for each: `name: value`.
///
/// Far faster to read back than JSON, and a response is read at every lookup. Line breaks cannot stand in a field
/// (RFC 9110 5.5); should one get here, it becomes a blank.
enum HeaderBlock {
    static func text(of headers: [StoredResponse.Header]) -> String {
        var text = ""
        for header in headers {
            text += "\(singleLine(header.name)): \(singleLine(header.value))\n"
        }
        return text
    }

    static func headers(in text: String) -> [StoredResponse.Header] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[line.index(after: colon)...].dropFirst()
            return StoredResponse.Header(
                name: String(Substring(line[..<colon])), value: String(Substring(value)))
        }
    }

    private static func singleLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return text }
        return String(
            decoding: text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 },
            as: UTF8.self)
    }
}
