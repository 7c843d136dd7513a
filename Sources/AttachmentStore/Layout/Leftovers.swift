import CLinux
import Glibc

/// Removes what processes that died left in `tmp`.
///
/// A file that is being written is locked by its writer, and the kernel drops the lock when the writer dies: no clock
/// is needed to tell the two apart. Parts of bodies, which are kept on purpose, go when they are old or take too much.
/// Names that are not ours are left alone.
struct Leftovers {
    /// How many names one sweep looks at, so that opening a cache never takes long.
    static let namesPerSweep = 512
    /// For how long a part is worth keeping, in seconds.
    static let longestKept: Int64 = 86_400

    let root: Root
    /// How many bytes all parts together may take.
    let partBudget: Int64
    /// Unix seconds.
    let now: Int64

    private struct Part {
        var name: String
        var modified: Int64
        var size: Int64
    }

    /// Sweeps; what cannot be removed stays for the next time. Throws only if the directory cannot be listed.
    func sweep() throws(StoreError) {
        var parts: [Part] = []
        for name in try names() {
            if CacheNames.isTemporaryName(name) {
                removeIfDead(name)
            } else if CacheNames.isPartName(name), let part = part(name) {
                parts.append(part)
            }
        }
        remove(parts)
    }

    private func removeIfDead(_ name: String) {
        let number = uninterrupted { attach_open_beneath(root.temporary.number, name) }
        guard number >= 0, OpenFile(number).lockIfFree() else { return }
        _ = unlinkat(root.temporary.number, name, 0)
    }

    private func part(_ name: String) -> Part? {
        var facts = attach_file_facts()
        guard attach_facts_at(root.temporary.number, name, &facts) == 0 else { return nil }
        return Part(name: name, modified: facts.modified / 1_000_000_000, size: facts.size)
    }

    /// Keeps the newest within the budget.
    private func remove(_ parts: [Part]) {
        var taken: Int64 = 0
        for part in parts.sorted(by: { $0.modified > $1.modified }) {
            taken += part.size
            guard taken > partBudget || now - part.modified > Self.longestKept else { continue }
            _ = unlinkat(root.temporary.number, part.name, 0)
        }
    }

    private func names() throws(StoreError) -> [String] {
        let path = root.shown(CacheNames.temporary)
        // Listed through a descriptor of its own: the position of a listing belongs to the open file.
        let own = uninterrupted {
            attach_openat(root.temporary.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        guard own >= 0, let listing = fdopendir(own) else { throw .fileFailed(.list, path: path, errno: errno) }
        defer { closedir(listing) }
        var names: [String] = []
        while names.count < Self.namesPerSweep, let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
