/// The name under which an attachment is handed out.
public enum FileName {
    /// The longest stem, in bytes of UTF-8.
    static let maxStemBytes = 64

    /// The stem of the URL's last path segment, made safe, and the extension of the bytes, never of the URL.
    ///
    /// Percent escapes are decoded. What a file system or a shell could take amiss becomes `_`: separators, control
    /// characters, a leading dot or hyphen. An empty stem becomes `attachment`.
    ///
    /// - Parameters:
    ///   - path: the path of the URL, percent-encoded, without query.
    ///   - fileExtension: that of the bytes, without the dot.
    public static func make(fromPath path: String, fileExtension: String) -> String {
        let segment =
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
        let stem = safe(withoutExtension(decoded(Array(segment))))
        return (stem.isEmpty ? "attachment" : stem) + "." + fileExtension
    }

    private static func decoded(_ segment: [UInt8]) -> String {
        var bytes: [UInt8] = []
        var position = 0
        while position < segment.count {
            if segment[position] == UInt8(ascii: "%"), position + 2 < segment.count,
                let high = Hex.value(of: segment[position + 1]), let low = Hex.value(of: segment[position + 2])
            {
                bytes.append(high << 4 | low)
                position += 3
            } else {
                bytes.append(segment[position])
                position += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes off what follows the last dot, where that looks like an extension.
    private static func withoutExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        let suffix = name[name.index(after: dot)...]
        guard suffix.utf8.count <= 5, suffix.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return name
        }
        return String(name[..<dot])
    }

    private static func safe(_ stem: String) -> String {
        var result = ""
        var bytes = 0
        for scalar in stem.unicodeScalars {
            let kept = isSafe(scalar) ? Character(scalar) : "_"
            bytes += kept.utf8.count
            guard bytes <= maxStemBytes else { break }
            result.append(kept)
        }
        while let first = result.first, ".-_ ".contains(first) { result.removeFirst() }
        while let last = result.last, ". ".contains(last) { result.removeLast() }
        return result
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
        }
    }
}
