import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Several stores and processes, and their deaths", .timeLimit(.minutes(2)))
struct ProcessTests {
    @Test(
        "given several stores on one directory, when all write the same and their own at once, then each thing is kept once"
    )
    func stores() async throws {
        let scene = try CacheScene()
        let stores = try (0..<4).map { _ in try scene.open() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                for round in 0..<25 {
                    group.addTask {
                        try await store.keep(bytes("shared \(round)"), for: "https://s.example/\(round)")
                        try await store.keep(
                            bytes("own \(number) \(round)"), for: "https://o.example/\(number)/\(round)")
                        let push = StoredPush.example("k\(round)", title: "\(round)")
                        _ = try await store.remember(push, contentHash: push.contentHash, source: push.source)
                    }
                }
            }
            try await group.waitForAll()
        }
        let stats = try stores[0].stats()
        #expect(stats.objects == 125)
        #expect(stats.urls == 125)
        #expect(stats.pushes == 25)
        #expect(scene.objectFiles.count == 125)
        #expect(scene.temporaryFiles.isEmpty)
        #expect(try stores[1].pragma("integrity_check") == "ok")
    }

    @Test("given several processes on one directory, when all write at once, then everything is there and sound")
    func processes() async throws {
        let scene = try CacheScene()
        let path = scene.path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, number = number as Int] in
                        let store = try CacheScene.open(path)
                        for round in 0..<30 {
                            try await store.keep(bytes("shared \(round)"), for: "https://s.example/\(round)")
                            try await store.keep(
                                bytes("\(number) \(round)"), for: "https://o.example/\(number)/\(round)")
                        }
                        store.close()
                    }
                }
            }
        }
        let store = try scene.open()
        #expect(try store.stats().objects == 120)
        #expect(
            try store.stats().bytes
                == scene.objectFiles.reduce(0) {
                    try $0 + Int64(scene.directory.read("cache/objects/sha256/\($1)").count)
                })
        #expect(scene.objectFiles.count == 120)
        #expect(try store.pragma("integrity_check") == "ok")
        for round in 0..<30 {
            let digest = try #require(try store.response(for: "https://s.example/\(round)")?.digest)
            let object = try #require(try store.object(digest))
            #expect(try store.contents(object) == bytes("shared \(round)"))
        }
    }

    @Test(
        "given a process killed after placing and before its commit, when opened again, then what was acknowledged is there and the rest can be stored"
    )
    func killedBeforeCommit() async throws {
        let scene = try CacheScene()
        let path = scene.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try CacheScene.open(path)
            try await store.keep(bytes("acknowledged"), for: "https://example.com/a")
            let placed = try store.put(bytes("placed"))
            let spool = try store.makeSpool()
            try bytes("half").span.withUnsafeBytes { buffer throws(Finding) in try spool.append(buffer) }
            kill(getpid(), SIGKILL)
            withExtendedLifetime((placed, spool)) {}
        }
        #expect(scene.temporaryFiles.count == 1)
        let store = try scene.open()
        #expect(scene.temporaryFiles.isEmpty)
        let object = try #require(try store.object(SHA256.digest(of: bytes("acknowledged"))))
        #expect(try store.contents(object) == bytes("acknowledged"))
        #expect(try store.object(SHA256.digest(of: bytes("placed"))) == nil)
        #expect(try store.stats().objects == 1)
        let again = try await store.keep(bytes("placed"), for: "https://example.com/p")
        #expect(try store.contents(again) == bytes("placed"))
    }

    @Test("given a process killed inside a transaction, when opened again, then nothing of it is there and all else is")
    func killedInTransaction() async throws {
        let scene = try CacheScene()
        let path = scene.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try CacheScene.open(path)
            try await store.keep(bytes("acknowledged"), for: "https://example.com/a")
            let placed = try store.put(bytes("second"))
            try await store.writer.write { session throws(StoreError) in
                _ = try Publication(session: session).enter(placed, mime: "image/jpeg", inspection: "{}")
                kill(getpid(), SIGKILL)
            }
        }
        let store = try scene.open()
        #expect(try store.stats().objects == 1)
        #expect(try store.object(SHA256.digest(of: bytes("second"))) == nil)
        #expect(try store.pragma("integrity_check") == "ok")
        try await store.keep(bytes("second"), for: "https://example.com/s")
        #expect(try store.stats().objects == 2)
    }

    @Test(
        "given a process killed while it made the cache, when opened again, then the layout is finished",
        arguments: [false, true])
    func killedWhileCreating(hasIndex: Bool) async throws {
        let scene = try CacheScene()
        try scene.open().close()
        // What stands before VERSION is written and, without an index, before that is renamed.
        unlink(scene.path + "/VERSION")
        if !hasIndex { unlink(scene.path + "/index.db") }
        rmdir(scene.path + "/objects/sha256/7f")
        let store = try scene.open()
        #expect(mode(of: scene.path + "/objects/sha256/7f") == 0o700)
        #expect(scene.directory.exists("cache/VERSION"))
        try await store.keep(bytes("x"))
    }
}
