/// Whether bytes are text beyond doubt, for stopping a download early.
enum PlainText {
    /// Fewer bytes may be text by accident.
    static let leastBytes = 256

    /// Whether all the bytes are text in UTF-8, with no control character but those of line and page layout. The last
    /// character may be cut.
    static func fills(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= leastBytes else { return false }
        let layout: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D]
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || layout.contains($0) }) else { return false }
        // A character has at most four bytes: without the last three no cut one is left at the end.
        return (0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }
}
