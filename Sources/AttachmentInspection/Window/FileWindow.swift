internal import Glibc

/// A file that the caller has open. Its position is neither used nor moved (`pread`).
public struct FileWindow: ByteWindow {
    private let descriptor: CInt
    private let length: Int64

    public var size: Int64 { length }

    /// Looks at a regular file through its descriptor, which stays the caller's and must stay open. The size is taken
    /// now, by `fstat`.
    public init(descriptor: CInt) throws(InspectionFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
        self.descriptor = descriptor
        self.length = Int64(status.st_size)
    }

    public func read(at offset: Int64, count: Int) throws(InspectionFault) -> [UInt8] {
        // Offsets come from sizes that files claim; pread would take some of them for errors.
        guard count > 0, 0..<length ~= offset else { return [] }
        var filled = 0
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count, failure == 0 {
                let piece = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, piece.baseAddress, piece.count, off_t(offset) + off_t(filled))
                if got == 0 { break }
                if got > 0 { filled += got } else if errno != EINTR { failure = errno }
            }
            initialized = filled
        }
        guard failure == 0 else { throw .unreadable(errno: failure) }
        return bytes
    }
}
