import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Failures of disk and system", .timeLimit(.minutes(2)))
struct FailureTests {
    @Test(
        "given an error, when asked, then its code and words name path, reason and number",
        arguments: [
            (
                StoreError.fileFailed(.write, path: "/c/tmp/x", errno: ENOSPC), Code.diskFull,
                "cannot write /c/tmp/x: No space left on device (ENOSPC)"
            ),
            (
                .fileFailed(.create, path: "/c", errno: EDQUOT), .diskFull,
                "cannot create /c: Disk quota exceeded (EDQUOT)"
            ),
            (
                .fileFailed(.create, path: "/c", errno: EACCES), .cacheUnavailable,
                "cannot create /c: Permission denied (EACCES), its directory is read-only"
            ),
            (
                .fileFailed(.open, path: "/c/write.lock", errno: EROFS), .cacheUnavailable,
                "cannot open /c/write.lock: Read-only file system (EROFS), its directory is read-only"
            ),
            (
                .fileFailed(.open, path: "/c", errno: EACCES), .cacheUnavailable,
                "cannot open /c: Permission denied (EACCES)"
            ),
            (
                .targetFailed(.write, path: "/o", errno: ENOSPC), .diskFull,
                "cannot write /o: No space left on device (ENOSPC)"
            ),
            (
                .indexFailed(path: "/c/index.db", code: 13, words: "database or disk is full", errno: 0), .diskFull,
                "the index /c/index.db failed with SQLite code 13: database or disk is full"
            ),
            (
                .indexFailed(path: "/c/index.db", code: 4874, words: "disk I/O error", errno: ENOSPC), .diskFull,
                "the index /c/index.db failed with SQLite code 4874: disk I/O error (No space left on device (ENOSPC))"
            ),
            (
                .indexFailed(path: "/c/index.db", code: 5, words: "database is locked", errno: 0), .cacheUnavailable,
                "the index /c/index.db failed with SQLite code 5: database is locked"
            ),
            (
                .refused(path: "/c", .writableByAll), .cacheRefused,
                "the cache directory /c is refused: every user of this machine may write to it"
            ),
            (
                .refused(path: "/c", .ofAnotherUser(owner: 7, user: 8)), .cacheRefused,
                "the cache directory /c is refused: it belongs to user 7, not to user 8"
            ),
            (
                .formatNewer(path: "/c", found: 2, known: 1), .cacheFormatNewer,
                "the cache /c has format 2, newer than format 1 of this program"
            ),
            (.closed(path: "/c"), .cacheUnavailable, "the cache /c was closed before the work was done"),
        ])
    func words(error: StoreError, code: Code, explanation: String) {
        #expect(error.code == code)
        #expect(error.explanation == explanation)
        #expect(!error.remedy.isEmpty)
    }

    @Test(
        "given a file system that is full, when bytes come, then disk-full, hits are served, and space brings it back")
    func full() async throws {
        let scene = try CacheScene()
        guard let disk = SmallDisk(at: try scene.directory.makeDirectory("disk"), options: "size=3m") else { return }
        let store = try CacheScene.open(disk.path + "/cache")
        let kept = try await store.keep(bytes("kept"), for: "https://example.com/kept")
        let filler = try store.makeSpool()
        let error = #expect(throws: Finding.self) {
            let mebibyte = Array(repeating: UInt8(1), count: 1 << 20)
            while true {
                try mebibyte.span.withUnsafeBytes { buffer throws(Finding) in try filler.append(buffer) }
            }
        }
        #expect(error?.code == .diskFull)

        #expect(throws: StoreError.self) { try store.put(Array(repeating: 2, count: 100_000)) }
        #expect(try store.object(kept.digest) == kept)
        #expect(try store.response(for: "https://example.com/kept") != nil)

        filler.discard()
        let after = try await store.keep(Array(repeating: 2, count: 100_000), for: "https://example.com/later")
        #expect(try store.object(after.digest) == after)
        store.close()
    }

    @Test("given a full index, when committed, then disk-full, and the cache is as before")
    func fullIndex() async throws {
        let scene = try CacheScene()
        guard let disk = SmallDisk(at: try scene.directory.makeDirectory("disk"), options: "size=3m") else { return }
        let store = try CacheScene.open(disk.path + "/cache")
        let long = String(repeating: "z", count: 60_000)
        let error = await #expect(throws: StoreError.self) {
            for round in 0..<1000 { try await store.update(.example("https://example.com/\(round)/\(long)")) }
        }
        #expect(error?.code == .diskFull)
        let urls = try store.stats().urls
        #expect(urls > 0)
        store.close()
        #expect(try CacheScene.open(disk.path + "/cache").stats().urls == urls)
    }

    @Test(
        "given a disk without room for a cache, when opened, then disk-full",
        arguments: ["size=64k", "size=10m,nr_inodes=40"])
    func noRoom(options: String) throws {
        let scene = try CacheScene()
        guard let disk = SmallDisk(at: try scene.directory.makeDirectory("disk"), options: options) else { return }
        let error = #expect(throws: StoreError.self) { try CacheScene.open(disk.path + "/cache") }
        #expect(error?.code == .diskFull)
    }

    @Test("given a limit on the size of files, when a larger one is written, then a typed error and nothing left over")
    func fileSizeLimit() async throws {
        let scene = try CacheScene()
        try scene.open().close()
        let path = scene.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try CacheScene.open(path)
            try await store.keep(bytes("small"))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1_000_000, rlim_max: 1_000_000)
            setrlimit(__rlimit_resource_t(1), &limit)
            do {
                _ = try store.put(Array(repeating: 1, count: 2_000_000))
                exit(1)
            } catch StoreError.fileFailed(.write, _, EFBIG) {
                exit(store.path == path ? 0 : 2)
            }
        }
        #expect(scene.temporaryFiles.count <= 1)
        try scene.open().close()
        #expect(scene.temporaryFiles.isEmpty)
        #expect(scene.objectFiles.count == 1)
    }
}

/// A file system of its own, small, in memory; nil where this process may not mount one.
final class SmallDisk {
    let path: String

    init?(at path: String, options: String) {
        guard mount("tmpfs", path, "tmpfs", 0, options + ",mode=700") == 0 else { return nil }
        self.path = path
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }
}
