internal import AttachmentDomain

/// Percent-encoding of a path and query (RFC 3986 2.1).
enum PercentEncoding {
    /// Encodes what neither a path nor a query may hold (RFC 3986 3.3, 3.4). A valid `%XX` is copied; a `%` that starts
    /// none becomes `%25`. Encoding what is encoded changes nothing.
    static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + bytes.count / 8)
        for index in bytes.indices {
            let byte = bytes[index]
            if isAllowed(byte) || (byte == UInt8(ascii: "%") && startsTriplet(bytes[index...])) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// `pchar`, `/` and `?`, without the percent sign.
    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "&")...UInt8(ascii: ";"): true  // & ' ( ) * + , - . / digits : ;
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"): true
        case UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    /// The one form of what ``encode(_:)`` made: what needs no encoding stands plain, and other triplets have digits in
    /// upper case (RFC 3986 6.2.2). Dots stay as they are, since plain ones could make a segment that means another place.
    static func normalised(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var normal: [UInt8] = []
        normal.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), startsTriplet(bytes[index...]),
                let byte = Hex.bytes(of: bytes[(index + 1)...(index + 2)])?.first
            {
                normal += isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
                index += 3
            } else {
                normal.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: normal, as: UTF8.self)
    }

    /// The unreserved characters of RFC 3986 2.3, without the dot.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
        }
    }

    private static func startsTriplet(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 3 && Hex.isDigit(bytes[bytes.startIndex + 1]) && Hex.isDigit(bytes[bytes.startIndex + 2])
    }

    /// Upper case, as RFC 3986 2.1 asks of producers.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
