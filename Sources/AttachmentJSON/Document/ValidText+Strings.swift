extension ValidText {
    /// The string whose opening quote stands at `start`.
    func string(at start: Int) -> String {
        let end = end(ofStringAt: start)
        let inside = UnsafeBufferPointer(rebasing: bytes[start + 1..<end - 1])
        guard inside.contains(.backslash) else { return String(decoding: inside, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: inside.count) { decode(stringAt: start, into: $0) }
    }

    /// The UTF-8 of the string whose opening quote stands at `start`.
    func stringBytes(at start: Int) -> [UInt8] {
        let inside = UnsafeBufferPointer(rebasing: bytes[start + 1..<end(ofStringAt: start) - 1])
        guard inside.contains(.backslash) else { return Array(inside) }
        return Array(unsafeUninitializedCapacity: inside.count) { $1 = decode(stringAt: start, into: $0) }
    }

    /// Resolves the escapes; the buffer has room for the string as written, and an escape is never shorter than what it
    /// stands for.
    private func decode(stringAt start: Int, into decoded: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var reader = StringReader(bytes, at: start)
        var count = 0
        while let byte = reader.next() {
            decoded.initializeElement(at: count, to: byte)
            count += 1
        }
        return count
    }

    /// Whether the string at `start` stands for exactly these bytes.
    func string(at start: Int, equals other: some Collection<UInt8>) -> Bool {
        var reader = StringReader(bytes, at: start)
        for byte in other where reader.next() != byte { return false }
        return reader.next() == nil
    }

    /// Whether the string at `start` begins with exactly these bytes.
    func string(at start: Int, hasPrefix prefix: some Collection<UInt8>) -> Bool {
        var reader = StringReader(bytes, at: start)
        for byte in prefix where reader.next() != byte { return false }
        return true
    }

    /// How the strings at two places compare by code point: negative, zero or positive.
    ///
    /// UTF-8 keeps the order of code points, so bytes are compared.
    func compareStrings(_ left: Int, _ right: Int) -> Int {
        var distance = 1
        while true {
            let leftByte = bytes[left + distance]
            let rightByte = bytes[right + distance]
            if leftByte == .backslash || rightByte == .backslash { break }
            if leftByte == .quote || rightByte == .quote || leftByte != rightByte {
                return Self.rank(leftByte) - Self.rank(rightByte)
            }
            distance += 1
        }
        // Up to here the two are the same and free of escapes, so reading may begin inside them.
        var leftReader = StringReader(bytes, at: left + distance - 1)
        var rightReader = StringReader(bytes, at: right + distance - 1)
        while true {
            let leftByte = leftReader.next()
            let rightByte = rightReader.next()
            if leftByte != rightByte { return Int(leftByte ?? 0) - Int(rightByte ?? 0) + Self.end(leftByte, rightByte) }
            if leftByte == nil { return 0 }
        }
    }

    /// An unescaped quote ends a string, and the shorter of two comes first.
    private static func rank(_ byte: UInt8) -> Int {
        byte == .quote ? -1 : Int(byte)
    }

    /// Makes the end of a string come before a NUL at the same place.
    private static func end(_ left: UInt8?, _ right: UInt8?) -> Int {
        (left == nil ? -1 : 0) + (right == nil ? 1 : 0)
    }
}
