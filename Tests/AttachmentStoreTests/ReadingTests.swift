import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Reading objects", .timeLimit(.minutes(2)))
struct ReadingTests {
    /// What can happen to an object's file behind the cache's back.
    enum Harm: CaseIterable {
        case removed, shortened, flipped, directory, fifo, link

        func happen(to path: String, in scene: CacheScene) throws {
            let file = scene.objectFiles[0]
            switch self {
            case .shortened: try scene.damage(file, with: bytes("ri"))
            case .flipped: try scene.damage(file, with: bytes("wrong"))
            case .removed: unlink(path)
            case .directory:
                unlink(path)
                mkdir(path, 0o700)
            case .fifo:
                unlink(path)
                mkfifo(path, 0o600)
            case .link:
                try scene.directory.write("right", to: "outside")
                unlink(path)
                symlink(scene.directory.path(of: "outside"), path)
            }
        }
    }

    @Test(
        "given an object harmed from outside, when read, then a miss, the harmed is set aside, and a re-put heals",
        arguments: Harm.allCases)
    func harmed(harm: Harm) async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("right"))
        try harm.happen(to: object.path, in: scene)

        #expect(try store.object(object.digest) == nil)
        // The row is dropped by the writing thread: the next write comes after it.
        try await store.update(.example("https://example.com/next"))
        #expect(try store.stats().objects == 0)
        #expect(access(object.path, F_OK) != 0)
        #expect(try store.response(for: "https://example.com/a.jpg")?.digest == nil)

        let again = try await store.keep(bytes("right"))
        #expect(try store.contents(again) == bytes("right"))
        if case .link = harm { #expect(try scene.directory.read("outside") == bytes("right")) }
    }

    @Test(
        "given an object harmed from outside, when the bytes come again before anyone read it, then healed",
        arguments: Harm.allCases)
    func healed(harm: Harm) async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("right"))
        try harm.happen(to: object.path, in: scene)
        let again = try await store.keep(bytes("right"))
        #expect(again.path != object.path)
        #expect(try store.object(object.digest) == again)
        #expect(try store.contents(again) == bytes("right"))
    }

    @Test("given a file that was touched but is right, when read, then it is served, and known as right from then on")
    func touched() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("right"))
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, object.path, &times, 0) == 0)
        #expect(try store.object(object.digest) == object)
        try await store.update(.example("https://example.com/next"))
        let row = try #require(try store.soundRow(object.digest))
        #expect(row.mtime == 1_000_000_000)
    }

    @Test(
        "given an unsynced object of an earlier start of the machine, when read, then its bytes are proven first",
        arguments: [true, false])
    func rebooted(isRight: Bool) async throws {
        let scene = try CacheScene()
        let store = try scene.open(.fast)
        let object = try await store.keep(bytes("right"))
        var facts = stat()
        lstat(object.path, &facts)
        if !isRight {
            // A loss of power leaves zeroes behind without touching the times.
            try scene.damage(scene.objectFiles[0], with: [0, 0, 0, 0, 0])
            var times = [facts.st_atim, facts.st_mtim]
            utimensat(AT_FDCWD, object.path, &times, 0)
        }
        try await store.writer.write { session throws(StoreError) in
            try session.index.run("UPDATE objects SET boot = 'earlier'")
        }
        #expect((try store.object(object.digest) != nil) == isRight)
    }

    @Test(
        "given facts of a file, when judged, then what a look can tell",
        arguments: [
            (ObjectFiles.Facts(size: 5, mtime: 9), true, nil, Soundness.sound),
            (ObjectFiles.Facts(size: 5, mtime: 9), false, "now", .sound),
            (ObjectFiles.Facts(size: 5, mtime: 9), false, "earlier", .unproven),
            (ObjectFiles.Facts(size: 5, mtime: 9), false, nil, .unproven),
            (ObjectFiles.Facts(size: 5, mtime: 8), true, nil, .unproven),
            (ObjectFiles.Facts(size: 4, mtime: 9), true, nil, .damaged),
            (ObjectFiles.Facts(isRegular: false, size: 5, mtime: 9), true, nil, .damaged),
            (nil, true, nil, .missing),
        ] as [(ObjectFiles.Facts?, Bool, String?, Soundness)])
    func judged(facts: ObjectFiles.Facts?, isSynced: Bool, boot: String?, expected: Soundness) {
        let name = ObjectName(digest: SHA256.digest(of: []), generation: Generation(bits: 1))
        let row = ObjectRow(
            id: 1, name: name, size: 5, alloc: 0, mtime: 9, isSynced: isSynced, boot: boot, isVisited: false,
            inspection: "")
        #expect(row.soundness(facts, boot: "now") == expected)
    }

    @Test("given hits and misses, when counted, then stats has them at once and after reopening")
    func counted() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        store.count(hits: 3, misses: 1)
        #expect(try store.stats().hits == 3)
        store.close()
        let again = try scene.open()
        #expect(try again.stats().hits == 3)
        #expect(try again.stats().misses == 1)
        #expect(try again.stats().maxBytes == CacheLimits().maxBytes)
    }

    @Test("given an object that is read, when the next commit comes, then it is marked as visited")
    func visited() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("used"))
        #expect(try store.soundRow(object.digest)?.isVisited == false)
        _ = try store.object(object.digest)
        try await store.update(.example("https://example.com/next"))
        #expect(try store.soundRow(object.digest)?.isVisited == true)
    }

    @Test("given a lease, when asked for again, then it is renewed only past half of its time")
    func leased() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("handed out"))
        let expiries = {
            try store.read { index throws(StoreError) in
                try index.all("SELECT expires FROM leases") { row throws(StoreError) in row.integer(0) }
            }
        }
        try await store.lease([object.digest, SHA256.digest(of: bytes("unknown"))], seconds: 100)
        #expect(try expiries() == [1_700_000_100])
        scene.clock.advance(by: 49)
        try await store.lease([object.digest], seconds: 100)
        #expect(try expiries() == [1_700_000_100])
        scene.clock.advance(by: 1)
        try await store.lease([object.digest], seconds: 100)
        #expect(try expiries() == [1_700_000_150])
    }

    @Test("given header fields, when written and read, then the same, names as written, with line breaks as blanks")
    func headerBlock() {
        let headers = HTTPHeaders(.init("ETag", "\"a: b\""), .init("x-empty", ""), .init("X-Folded", "a\r\nb"))
        let read = HeaderBlock.headers(in: HeaderBlock.text(of: headers))
        #expect(read == HTTPHeaders(.init("ETag", "\"a: b\""), .init("x-empty", ""), .init("X-Folded", "a  b")))
    }
}
