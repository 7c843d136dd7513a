import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Layout of the cache directory", .timeLimit(.minutes(2)))
struct LayoutTests {
    @Test("given no directory, when opened, then the whole layout stands there, for this user alone")
    func fresh() throws {
        let scene = try CacheScene()
        let store = try CacheScene.open(scene.directory.path(of: "a/b/cache"))
        let root = scene.directory.path(of: "a/b/cache")
        for name in [
            "", "/objects", "/objects/sha256", "/objects/sha256/00", "/objects/sha256/ff", "/tmp", "/quarantine",
        ] {
            #expect(mode(of: root + name) == 0o700, "\(name)")
        }
        #expect(mode(of: scene.directory.path(of: "a")) == 0o700)
        for name in ["write.lock", "maint.lock", "fetch.lock", "index.db", "VERSION"] {
            #expect(mode(of: "\(root)/\(name)") == 0o600, "\(name)")
        }
        #expect(try String(decoding: fileBytes(root + "/VERSION"), as: UTF8.self) == "1 attachfetch cache\n")
        #expect(store.path == root)
        store.close()
    }

    @Test("given slashes at the end, when opened, then it is the same cache")
    func slashes() throws {
        let scene = try CacheScene()
        try scene.open().close()
        let store = try CacheScene.open(scene.path + "//")
        #expect(store.path == scene.path)
    }

    @Test("given a cache, when opened again, then no file in it changes")
    func again() throws {
        let scene = try CacheScene()
        try scene.open().close()
        let before = scene.directory.files()
        let version = inode(of: scene.path + "/VERSION")
        try scene.open().close()
        #expect(
            Set(scene.directory.files()).subtracting(["cache/index.db-wal", "cache/index.db-shm"])
                == Set(before).subtracting(["cache/index.db-wal", "cache/index.db-shm"]))
        #expect(inode(of: scene.path + "/VERSION") == version)
    }

    @Test("given a path that is not absolute, when opened, then refused")
    func relative() {
        #expect(throws: StoreError.refused(path: "cache", .notAbsolute)) { try CacheScene.open("cache") }
    }

    @Test("given a file, when opened as a cache, then refused, and the file is as before")
    func file() throws {
        let scene = try CacheScene()
        try scene.directory.write("mine", to: "cache")
        #expect(throws: StoreError.refused(path: scene.path, .notADirectory)) { try scene.open() }
        #expect(try scene.directory.read("cache") == bytes("mine"))
    }

    @Test("given a symbolic link to a directory, when opened, then refused, with a slash at the end too")
    func link() throws {
        let scene = try CacheScene()
        let target = try scene.directory.makeDirectory("elsewhere")
        #expect(symlink(target, scene.path) == 0)
        #expect(throws: StoreError.refused(path: scene.path, .symbolicLink)) { try scene.open() }
        #expect(throws: StoreError.refused(path: scene.path, .symbolicLink)) { try CacheScene.open(scene.path + "/") }
        #expect(scene.directory.files().isEmpty)
    }

    @Test("given a directory that all may write to, when opened, then refused and left empty")
    func open() throws {
        let scene = try CacheScene()
        try scene.directory.makeDirectory("cache")
        chmod(scene.path, 0o777)
        #expect(throws: StoreError.refused(path: scene.path, .writableByAll)) { try scene.open() }
        #expect(scene.directory.files().isEmpty)
    }

    @Test("given the root of the file system, when opened, then refused", arguments: ["/", "//"])
    func fileSystemRoot(path: String) {
        #expect(throws: StoreError.refused(path: "/", .fileSystemRoot)) { try CacheScene.open(path) }
    }

    @Test("given a directory in it that all may write to, when opened, then refused", arguments: ["tmp", "objects"])
    func planted(name: String) throws {
        let scene = try CacheScene()
        try scene.directory.makeDirectory("cache")
        let planted = try scene.directory.makeDirectory("cache/\(name)")
        chmod(scene.path, 0o700)
        chmod(planted, 0o1777)
        #expect(throws: StoreError.refused(path: planted, .writableByAll)) { try scene.open() }
        chmod(planted, 0o700)
        try scene.open().close()
        chmod(planted, 0o1777)
        #expect(throws: StoreError.refused(path: planted, .writableByAll)) { try scene.open() }
    }

    @Test("given a directory of another user, when opened, then refused", .enabled(if: geteuid() == 0))
    func foreign() throws {
        let scene = try CacheScene()
        try scene.directory.makeDirectory("cache")
        chown(scene.path, 12345, 12345)
        #expect(throws: StoreError.refused(path: scene.path, .ofAnotherUser(owner: 12345, user: 0))) {
            try scene.open()
        }
    }

    @Test("given a place where nothing can be made, when opened, then the error names path and reason")
    func impossible() throws {
        let error = #expect(throws: StoreError.self) { try CacheScene.open("/dev/null/cache") }
        #expect(error?.code == .cacheUnavailable)
        #expect(error?.explanation == "cannot open /dev/null/cache: Not a directory (ENOTDIR)")
    }

    @Test("given a newer format, when opened, then refused and nothing is touched")
    func newer() throws {
        let scene = try CacheScene()
        try scene.directory.makeDirectory("cache")
        try scene.directory.write("2 attachfetch cache\n", to: "cache/VERSION")
        #expect(throws: StoreError.formatNewer(path: scene.path, found: 2, known: 1)) { try scene.open() }
        #expect(scene.directory.files() == ["cache/VERSION"])
    }

    @Test("given a VERSION that is no number, when opened, then the error says so")
    func garbled() throws {
        let scene = try CacheScene()
        try scene.directory.makeDirectory("cache")
        try scene.directory.write("x", to: "cache/VERSION")
        let error = #expect(throws: StoreError.self) { try scene.open() }
        #expect(error?.explanation == "\(scene.path)/VERSION cannot be read: it does not begin with a number")
    }

    @Test("given leftovers of a dead process, a file in work and a foreign one, when opened, then only the first goes")
    func leftovers() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let spool = try store.makeSpool()
        try scene.directory.write("left", to: "cache/tmp/0123456789abcdef0123456789abcdef")
        try scene.directory.write("foreign", to: "cache/tmp/notes.txt")
        try scene.open().close()
        #expect(Set(scene.temporaryFiles) == [spool.name, "notes.txt"])
    }

    @Test("given many opening at once where nothing was, when all are done, then all share one whole cache")
    func together() async throws {
        let scene = try CacheScene()
        let path = scene.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let store = try CacheScene.open(path)
                    try await store.keep(bytes("object \(number)"), for: "https://example.com/\(number)")
                    store.close()
                }
            }
            try await group.waitForAll()
        }
        let stats = try scene.open().stats()
        #expect(stats.objects == 8)
        #expect(stats.urls == 8)
    }

    @Test("given a fan-out directory that somebody removed, when an object goes there, then it is made again")
    func removedDirectory() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        for name in CacheNames.fanOut {
            rmdir("\(scene.path)/objects/sha256/\(name)")
        }
        let object = try await store.keep(bytes("x"))
        #expect(try store.contents(object) == bytes("x"))
    }

    @Test(
        "given first bytes of VERSION, when read, then its major number",
        arguments: [
            ("1 attachfetch cache\n", 1), ("12", 12), ("", nil), ("v1", nil), ("99999999999999999999", nil),
        ])
    func versions(text: String, major: Int?) {
        #expect(FormatVersion.major(in: Array(text.utf8)) == major)
    }
}
