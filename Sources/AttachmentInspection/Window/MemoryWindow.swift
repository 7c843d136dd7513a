/// A body, or the first part of one, that is in memory.
public struct MemoryWindow: ByteWindow {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public var size: Int64 { Int64(bytes.count) }
    public var resident: [UInt8]? { bytes }

    public func read(at offset: Int64, count: Int) -> [UInt8] {
        guard count > 0, offset >= 0, offset < Int64(bytes.count) else { return [] }
        let start = Int(offset)
        return Array(bytes[start..<min(start + count, bytes.count)])
    }
}
