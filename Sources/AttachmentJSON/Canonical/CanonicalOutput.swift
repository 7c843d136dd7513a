/// Collects small pieces into large ones.
struct CanonicalOutput {
    private let sink: (UnsafeRawBufferPointer) -> Void
    private var waiting: [UInt8] = []

    private static let pieceSize = 65_536

    init(sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.sink = sink
        waiting.reserveCapacity(Self.pieceSize)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if waiting.count == Self.pieceSize { flush() }
        waiting.append(byte)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if waiting.count + bytes.count > Self.pieceSize { flush() }
        if bytes.count < Self.pieceSize {
            waiting.append(contentsOf: bytes)
        } else {
            sink(UnsafeRawBufferPointer(bytes))
        }
    }

    mutating func flush() {
        waiting.withUnsafeBytes { if !$0.isEmpty { sink($0) } }
        waiting.removeAll(keepingCapacity: true)
    }
}
