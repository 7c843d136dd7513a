import CLinux
import Glibc

/// Copies whole files by the cheapest means that the file systems offer.
enum FileCopy {
    /// A call failed with this errno value.
    struct Failure: Error {
        let errno: Int32
    }

    /// Copies all bytes of `source` to the empty file `target`: shared extents (FICLONE), else inside the kernel
    /// (copy_file_range(2)), else by reading and writing. The two files never share what a writer could change.
    static func copy(from source: OpenFile, to target: OpenFile) throws(Failure) {
        if attach_clone(target.number, source.number) == 0 { return }
        guard lseek(source.number, 0, SEEK_SET) == 0 else { throw Failure(errno: errno) }
        var isFirst = true
        while true {
            let count = uninterrupted { attach_copy_file_range(source.number, target.number, 1 << 30) }
            if count == 0, !isFirst { return }
            // Some file systems cannot, and some say 0 for a file that is not empty.
            if count <= 0, isFirst { return try copyByHand(from: source, to: target) }
            guard count > 0 else { throw Failure(errno: errno) }
            isFirst = false
        }
    }

    /// Appends bytes to what was written to the target.
    static func append(_ bytes: [UInt8], to target: OpenFile) throws(Failure) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(Failure) in try write(bytes, to: target) } }
        try result.get()
    }

    /// Appends all bytes of another file.
    static func append(_ source: OpenFile, to target: OpenFile) throws(Failure) {
        try copyByHand(from: source, to: target)
    }

    private static func copyByHand(from source: OpenFile, to target: OpenFile) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 64)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = uninterrupted { pread(source.number, buffer.baseAddress, buffer.count, off_t(offset)) }
            guard count >= 0 else { throw Failure(errno: errno) }
            if count == 0 { return }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
            offset += Int64(count)
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to target: OpenFile) throws(Failure) {
        do throws(StoreError) {
            try target.write(bytes, shownAs: "")
        } catch .fileFailed(_, _, let number) {
            throw Failure(errno: number)
        } catch {
            throw Failure(errno: EIO)
        }
    }
}
