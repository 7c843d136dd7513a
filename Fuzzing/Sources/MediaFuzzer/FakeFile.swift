@testable import AttachmentInspection

/// A file as a window sees it: nothing is in memory, every read is one of the medium.
struct FakeFile: ByteWindow {
    let bytes: [UInt8]

    var size: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, count: Int) -> [UInt8] {
        MemoryWindow(bytes).read(at: offset, count: count)
    }
}
