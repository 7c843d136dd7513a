/// How a text has its characters, told by its byte order mark: in UTF-8 or the like, or in UTF-16.
enum MarkupEncoding {
    case bytes(mark: Int)
    case pairs(isLittleEndian: Bool)

    init(_ head: ArraySlice<UInt8>) {
        if head.starts(with: [0xFF, 0xFE]) {
            self = .pairs(isLittleEndian: true)
        } else if head.starts(with: [0xFE, 0xFF]) {
            self = .pairs(isLittleEndian: false)
        } else {
            self = .bytes(mark: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        }
    }

    /// The text without its byte order mark; of UTF-16 one byte a character, `?` for what is not Latin.
    func ascii(_ bytes: ArraySlice<UInt8>, isStart: Bool = true) -> [UInt8] {
        switch self {
        case .bytes(let mark): return Array(bytes.dropFirst(isStart ? mark : 0))
        case .pairs(let isLittle):
            let start = bytes.startIndex + (isStart ? 2 : 0)
            return stride(from: start, to: bytes.endIndex - 1, by: 2).map { index in
                let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
                return high == 0 ? low : UInt8(ascii: "?")
            }
        }
    }

    /// Where in the file a place in the text is that was read from the start.
    func offset(of place: Int) -> Int64 {
        switch self {
        case .bytes(let mark): Int64(place + mark)
        case .pairs: Int64(place) * 2 + 2
        }
    }
}
