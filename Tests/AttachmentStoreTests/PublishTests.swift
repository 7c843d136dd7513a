import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Publishing objects", .timeLimit(.minutes(2)))
struct PublishTests {
    @Test(
        "given bytes, when kept, then they are read back with all that was said of them",
        arguments: CacheLimits.Durability.allCases)
    func roundTrip(durability: CacheLimits.Durability) async throws {
        let scene = try CacheScene()
        let first = try scene.open(durability)
        let kept = try await first.keep(bytes("picture"), for: "https://example.com/p.jpg")
        first.close()

        let store = try scene.open(durability)
        let response = try #require(try store.response(for: "https://example.com/p.jpg"))
        #expect(response == .example("https://example.com/p.jpg", digest: SHA256.digest(of: bytes("picture"))))
        let object = try #require(try store.object(kept.digest))
        #expect(object == kept)
        #expect(object.inspection == .jpeg)
        #expect(object.bytes == 7)
        #expect(object.path.hasPrefix("\(scene.path)/objects/sha256/\(kept.digest.hex.prefix(2))/\(kept.digest.hex)-"))
        #expect(try store.contents(object) == bytes("picture"))
        #expect(mode(of: object.path) == 0o400)
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given bytes that come again, when more is known of them now, then that is kept")
    func renewedFacts() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let first = try await store.keep(bytes("picture"))
        var known = Inspection.jpeg
        known.width = 320
        known.whole = true
        for frames in 1...2 {
            known.frames = frames
            let placed = try store.put(bytes("picture"))
            let again = try await store.commit(placed, inspection: known, responses: [], since: 0)
            #expect(again.path == first.path)
            #expect(try store.object(first.digest)?.inspection == known)
        }
    }

    @Test("given nothing stored, when asked, then nil")
    func miss() throws {
        let store = try CacheScene().open()
        #expect(try store.response(for: "https://example.com/") == nil)
        #expect(try store.object(SHA256.digest(of: [])) == nil)
    }

    @Test("given a spool, when filled, placed and committed, then it is an object and leaves tmp")
    func spool() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let spool = try store.makeSpool()
        #expect(mode(of: spool.path) == 0o600)
        for part in ["large ", "body"] {
            try bytes(part).span.withUnsafeBytes { buffer throws(Finding) in try spool.append(buffer) }
        }
        #expect(spool.byteCount == 10)
        let placed = try store.place(spool, digest: SHA256.digest(of: bytes("large body")))
        let object = try await store.commit(placed, response: .example("https://example.com/l"))
        #expect(try store.contents(object) == bytes("large body"))
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given a spool whose name was swept away, when placed, then the object is whole and private")
    func swept() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let spool = try store.makeSpool()
        try bytes("swept").span.withUnsafeBytes { buffer throws(Finding) in try spool.append(buffer) }
        #expect(unlink(spool.path) == 0)
        let placed = try store.place(spool, digest: SHA256.digest(of: bytes("swept")))
        let object = try await store.commit(placed, response: .example("https://example.com/s"))
        #expect(try store.contents(object) == bytes("swept"))
        #expect(mode(of: object.path) == 0o400)
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given a spool, when discarded or dropped, then nothing is left of it")
    func discarded() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let spool = try store.makeSpool()
        spool.discard()
        spool.discard()
        _ = try store.makeSpool()
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given an object, when the same bytes come again from another URL, then no file is made")
    func duplicate() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let first = try await store.keep(bytes("same"), for: "https://a.example/")
        let before = inode(of: first.path)
        let second = try await store.keep(bytes("same"), for: "https://b.example/")
        #expect(first == second)
        #expect(inode(of: first.path) == before)
        #expect(scene.objectFiles.count == 1)
        let stats = try store.stats()
        #expect(stats.objects == 1)
        #expect(stats.urls == 2)
        #expect(stats.bytes == 4)
    }

    @Test("given two placings of the same new bytes, when both commit, then the first wins and one file remains")
    func race() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        do {
            let one = try store.put(bytes("same"))
            let other = try store.put(bytes("same"))
            #expect(scene.objectFiles.count == 2)
            let first = try await store.commit(one, response: .example("https://a.example/"))
            let second = try await store.commit(other, response: .example("https://b.example/"))
            #expect(first == second)
        }
        // The last to let go of the loser is the thread that wrote.
        store.close()
        #expect(scene.objectFiles.count == 1)
        let again = try scene.open()
        #expect(try again.response(for: "https://b.example/")?.digest == SHA256.digest(of: bytes("same")))
    }

    @Test("given a placed object, when it is dropped without a commit, then its file is gone")
    func dropped() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        _ = try store.put(bytes("never"))
        #expect(scene.objectFiles.isEmpty)
    }

    @Test(
        "given an object whose byte flipped, when the right bytes come again, then it is healed",
        arguments: [false, true])
    func healed(throughSpool: Bool) async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let digest = try await store.keep(bytes("right")).digest
        try scene.damage(scene.objectFiles[0], with: bytes("wrong"))

        let placed: PlacedObject
        if throughSpool {
            let spool = try store.makeSpool()
            try bytes("right").span.withUnsafeBytes { buffer throws(Finding) in try spool.append(buffer) }
            placed = try store.place(spool, digest: digest)
        } else {
            placed = try store.put(bytes("right"))
        }
        let object = try await store.commit(placed, response: .example("https://example.com/a.jpg"))

        #expect(try store.contents(object) == bytes("right"))
        #expect(try store.object(digest) == object)
        #expect(scene.objectFiles.count == 1)
        #expect(try store.stats().objects == 1)
        #expect(
            try store.read { index throws(StoreError) in
                try index.first("SELECT count(*) FROM deletions") { row throws(StoreError) in row.integer(0) }
            } == 0)
    }

    @Test("given an object whose file was removed, when the bytes come again, then it is healed")
    func healedMissing() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let before = try await store.keep(bytes("right"))
        unlink(before.path)
        let after = try await store.keep(bytes("right"))
        #expect(after.path != before.path)
        #expect(try store.object(before.digest) == after)
        #expect(try store.stats().bytes == 5)
    }

    @Test(
        "given an object evicted between placing and commit, when committed, then it is kept under another generation")
    func evictedMeanwhile() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let before = try await store.keep(bytes("wanted"))
        let placed = try store.put(bytes("wanted"))
        try await store.writer.write { session throws(StoreError) in try session.index.run("DELETE FROM objects") }
        unlink(before.path)
        let after = try await store.commit(placed, response: .example("https://example.com/a.jpg"))
        #expect(after.path != before.path)
        #expect(try store.contents(after) == bytes("wanted"))
        #expect(mode(of: after.path) == 0o400)
    }

    @Test("given a write that fails, when others share its transaction, then only that one fails")
    func oneFails() async throws {
        let store = try CacheScene().open()
        let results = await withTaskGroup(of: Result<StoredObject, any Error>.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        return .success(try await store.keep(bytes("\(number)"), for: "https://e.example/\(number)"))
                    } catch { return .failure(error) }
                }
            }
            group.addTask {
                do throws(StoreError) {
                    try await store.writer.write { session throws(StoreError) in
                        try session.index.run("SELECT nonsense")
                    }
                } catch { return .failure(error) }
                return .failure(StoreError.closed(path: "unexpected"))
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { if case .failure = $0 { true } else { false } } == 1)
        #expect(try store.stats().objects == 20)
    }

    @Test("given a closed store, when used, then every call says so")
    func closed() async throws {
        let store = try CacheScene().open()
        let placed = try store.put(bytes("late"))
        store.close()
        store.close()
        #expect(throws: StoreError.closed(path: store.path)) { try store.stats() }
        await #expect(throws: StoreError.closed(path: store.path)) {
            try await store.commit(placed, response: .example("https://example.com/"))
        }
    }

    @Test("given a revalidation, when times are updated, then the body stays linked")
    func revalidated() async throws {
        let store = try CacheScene().open()
        let kept = try await store.keep(bytes("same"), for: "https://example.com/r")
        var response = try #require(try store.response(for: "https://example.com/r"))
        response.freshUntil += 1000
        try await store.update(response)
        #expect(try store.response(for: "https://example.com/r") == response)
        #expect(response.digest == kept.digest)
        try await store.update(.example("https://example.com/other", digest: SHA256.digest(of: bytes("unknown"))))
        #expect(try store.response(for: "https://example.com/other")?.digest == nil)
    }
}
