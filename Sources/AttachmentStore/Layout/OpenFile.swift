import CLinux
import Glibc

/// An open descriptor, closed when the last reference goes.
///
/// Reference-counted, since closing while another thread still uses the number would let that thread act on whatever
/// file gets the number next.
final class OpenFile: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        _ = close(number)
    }
}

// Paths are for messages alone, so they are put together only where something fails.
extension OpenFile {
    /// Corresponds to `openat`: below `directory`, never through a symbolic link in the last part of the path.
    static func open(
        _ name: String, in directory: OpenFile, flags: Int32, mode: mode_t = 0, shownAs path: @autoclosure () -> String,
        operation: FileOperation = .open
    ) throws(StoreError) -> OpenFile {
        let number = uninterrupted { attach_openat(directory.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        guard number >= 0 else { throw .fileFailed(operation, path: path(), errno: errno) }
        return OpenFile(number)
    }

    /// Corresponds to `fstat`.
    func facts(shownAs path: @autoclosure () -> String) throws(StoreError) -> attach_file_facts {
        var facts = attach_file_facts()
        guard attach_facts(number, &facts) == 0 else { throw .fileFailed(.read, path: path(), errno: errno) }
        return facts
    }

    /// Waits until no other open file holds the lock on this one; the lock goes with the descriptor (flock(2)).
    func lock(shownAs path: @autoclosure () -> String) throws(StoreError) {
        guard uninterrupted({ flock(number, LOCK_EX) }) == 0 else {
            throw .fileFailed(.lock, path: path(), errno: errno)
        }
    }

    /// Takes the lock if nobody holds it.
    func lockIfFree() -> Bool {
        uninterrupted { flock(number, LOCK_EX | LOCK_NB) } == 0
    }

    func unlock() {
        _ = uninterrupted { flock(number, LOCK_UN) }
    }

    /// Writes all bytes at the current offset.
    func write(_ bytes: UnsafeRawBufferPointer, shownAs path: @autoclosure () -> String) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = uninterrupted { Glibc.write(number, piece.baseAddress, piece.count) }
            guard count >= 0 else { throw .fileFailed(.write, path: path(), errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads from `offset` into the buffer; fewer bytes than asked for only at the end of the file.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, shownAs path: @autoclosure () -> String
    ) throws(StoreError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let place = buffer.baseAddress.map { $0 + filled }
            let count = uninterrupted { pread(number, place, buffer.count - filled, off_t(offset) + off_t(filled)) }
            guard count >= 0 else { throw .fileFailed(.read, path: path(), errno: errno) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The bytes from `offset` on, fewer than asked for only at the end of the file.
    func bytes(at offset: Int64, count: Int, shownAs path: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(StoreError) {
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset, shownAs: path())
            } catch {
                failure = error
                filled = 0
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
