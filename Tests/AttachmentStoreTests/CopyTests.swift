import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Copying objects out", .timeLimit(.minutes(2)))
struct CopyTests {
    @Test("given an object, when copied, then the copy is whole, writable and apart from the cache")
    func copied() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let contents = Array(repeating: UInt8(7), count: 700_000)
        let object = try await store.keep(contents)
        let target = scene.directory.path(of: "copy.jpg")
        try store.copy(object, to: target)
        #expect(try fileBytes(target) == contents)
        try scene.directory.write("changed", to: "copy.jpg")
        #expect(try store.contents(object) == contents)
        #expect(scene.directory.files().filter { $0.contains(".attachfetch-") }.isEmpty)
    }

    @Test func `given a pipe at the target, when copied, then it takes the bytes and stays`() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("picture"))
        let path = scene.directory.path(of: "pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try store.copy(object, to: path)
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(read(reader, &buffer, buffer.count) == 7)
        #expect(Array(buffer.prefix(7)) == bytes("picture"))
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func `given a device at the target, when copied, then it takes the bytes and stays`() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("media"))
        try store.copy(object, to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
        let error = #expect(throws: StoreError.self) { try store.copy(object, to: "/dev/full") }
        #expect(error?.code == .diskFull)
    }

    @Test("given a file or a symbolic link at the target, when copied, then it is replaced and the link not followed")
    func replaces() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("media"))
        try scene.directory.write("victim", to: "victim")
        try scene.directory.write("older", to: "file")
        let link = scene.directory.path(of: "link")
        symlink(scene.directory.path(of: "victim"), link)
        try store.copy(object, to: link)
        try store.copy(object, to: scene.directory.path(of: "file"))
        #expect(try scene.directory.read("victim") == bytes("victim"))
        #expect(try scene.directory.read("link") == bytes("media"))
        #expect(try scene.directory.read("file") == bytes("media"))
        #expect(mode(of: link) & 0o600 == 0o600)
    }

    @Test("given an object that was damaged, when copied, then refused, set aside, and the target is as before")
    func damaged() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("right"))
        try scene.damage(scene.objectFiles[0], with: bytes("wrong"))
        try scene.directory.write("older", to: "out")
        #expect(throws: StoreError.objectDamaged(path: object.path, object.digest)) {
            try store.copy(object, to: scene.directory.path(of: "out"))
        }
        #expect(try scene.directory.read("out") == bytes("older"))
        try await store.update(.example("https://example.com/next"))
        #expect(scene.quarantined.count == 1)
    }

    @Test(
        "given a target that cannot be, when copied, then the error names it and leaves nothing",
        arguments: [
            ("missing/out", ENOENT), ("dir", EISDIR), ("", EISDIR), ("dir/..", EISDIR),
        ])
    func refused(name: String, number: Int32) async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("media"))
        try scene.directory.makeDirectory("dir")
        let error = #expect(throws: StoreError.self) { try store.copy(object, to: scene.directory.path(of: name)) }
        guard case .targetFailed(_, let path, number) = error else { throw try #require(error) }
        #expect(path.hasPrefix(scene.directory.path))
        #expect(error?.code == .cacheUnavailable)
        #expect(scene.directory.files().filter { $0.contains(".attachfetch-") }.isEmpty)
    }
}
