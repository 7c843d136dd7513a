import CLinux
import Glibc

/// Removes what processes that died left in `tmp`.
///
/// A file that is being written is locked by its writer, and the kernel drops the lock when the writer dies: no clock
/// is needed to tell the two apart. Names that are not ours are left alone.
enum Leftovers {
    /// How many names one sweep looks at, so that opening a cache never takes long.
    static let namesPerSweep = 256

    /// Sweeps; what cannot be removed stays for the next time. Throws only if the directory cannot be listed.
    static func sweep(_ root: Root) throws(StoreError) {
        for name in try names(in: root) where CacheNames.isTemporaryName(name) {
            let number = uninterrupted { attach_open_beneath(root.temporary.number, name) }
            guard number >= 0, OpenFile(number).lockIfFree() else { continue }
            _ = unlinkat(root.temporary.number, name, 0)
        }
    }

    private static func names(in root: Root) throws(StoreError) -> [String] {
        let path = root.shown(CacheNames.temporary)
        // Listed through a descriptor of its own: the position of a listing belongs to the open file.
        let own = uninterrupted {
            attach_openat(root.temporary.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        guard own >= 0, let listing = fdopendir(own) else { throw .fileFailed(.list, path: path, errno: errno) }
        defer { closedir(listing) }
        var names: [String] = []
        while names.count < namesPerSweep, let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
