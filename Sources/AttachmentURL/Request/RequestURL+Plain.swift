internal import AttachmentDomain

extension RequestURL {
    /// A URL that is written in its one form already, as most are: told in one pass, and nothing is rewritten.
    ///
    /// Nil for all else, be it only unusual: ``parse(_:)`` reads that.
    init?(plain text: String) {
        var text = text
        guard text.utf8.count <= Self.maxBytes, let parts = text.withUTF8(PlainParts.init) else { return nil }
        let authority = text.utf8.index(text.startIndex, offsetBy: parts.authority)
        let target = text.utf8.index(text.startIndex, offsetBy: parts.target)
        self.init(
            scheme: parts.scheme, host: .name(String(text[authority..<target])), target: String(text[target...]),
            text: text)
    }
}

/// Where the parts of a URL begin that needs no rewriting, in bytes.
private struct PlainParts {
    let scheme: Scheme
    let authority: Int
    let target: Int

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        if text.starts(with: "https://".utf8) {
            (scheme, authority) = (.https, 8)
        } else if text.starts(with: "http://".utf8) {
            (scheme, authority) = (.http, 7)
        } else {
            return nil
        }
        guard let end = Self.endOfName(text, from: authority), Self.isPlainTarget(text, from: end) else { return nil }
        target = end
    }

    /// Where a host name ends that needs no mapping and cannot be an address: lower case, no empty label, no port.
    private static func endOfName(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var (labelStart, position) = (start, start)
        while position < text.count, text[position] != UInt8(ascii: "/"), text[position] != UInt8(ascii: "?") {
            if text[position] == UInt8(ascii: ".") {
                guard 1...63 ~= position - labelStart else { return nil }
                labelStart = position + 1
            } else if !Host.isNameByte(text[position]) {
                return nil
            }
            position += 1
        }
        guard 1...63 ~= position - labelStart, position - start <= 253 else { return nil }
        // A last label that begins with a digit might make the name an address.
        return UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[labelStart] ? nil : position
    }

    private static func isPlainTarget(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var position = start
        while position < text.count {
            if text[position] == UInt8(ascii: "%") {
                guard position + 2 < text.count, Hex.isDigit(text[position + 1]), Hex.isDigit(text[position + 2]) else {
                    return false
                }
            } else if !PercentEncoding.isAllowed(text[position]) {
                return false
            }
            position += 1
        }
        return true
    }
}
