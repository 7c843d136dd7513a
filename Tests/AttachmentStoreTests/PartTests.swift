import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("Parts of interrupted bodies", .timeLimit(.minutes(1)))
struct PartTests {
    static let url = "https://media.example.com/a.mp4"

    private func facts(_ bytes: Int, total: Int64? = 100, url: String = url) -> StoredPart.Facts {
        StoredPart.Facts(
            url: url, finalUrl: "https://cdn.example.com/a.mp4", headers: HTTPHeaders(.init("ETag", "\"v1\"")),
            bytes: Int64(bytes), total: total)
    }

    @Test("given bytes, when kept and taken, then they are the same, with room for more behind them")
    func roundTrip() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try store.keep(facts(5), [1, 2, 3, 4, 5])
        #expect(scene.temporaryFiles.map { $0.hasSuffix(".part") } == [true])

        let part = try #require(store.takePart(of: Self.url))

        #expect(part.facts == facts(5))
        #expect(part.spool.byteCount == 5)
        try part.spool.write([6, 7])
        #expect(try part.spool.bytes(at: 0, count: 100) == [1, 2, 3, 4, 5, 6, 7])
        #expect(scene.temporaryFiles.map { $0.hasSuffix(".part") } == [false])
    }

    @Test("given a spool, when kept, taken and kept again, then nothing is lost")
    func again() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let spool = try store.makeSpool()
        try spool.write([1, 2, 3])
        try store.keep(facts(3), in: spool)
        let part = try #require(store.takePart(of: Self.url))
        try part.spool.write([4])
        try store.keep(facts(4), in: part.spool)

        let second = try #require(store.takePart(of: Self.url))

        #expect(try second.spool.bytes(at: 0, count: 100) == [1, 2, 3, 4])
    }

    @Test("given a part, when it is taken, then nobody else gets it")
    func once() throws {
        let scene = try CacheScene()
        let (one, two) = (try scene.open(), try scene.open())
        try one.keep(facts(1), [1])
        let part = one.takePart(of: Self.url)
        #expect(part != nil)
        #expect(two.takePart(of: Self.url) == nil)
        #expect(one.takePart(of: "https://media.example.com/b.mp4") == nil)
    }

    @Test("given a part, when another of the same URL is kept, then the newer one counts")
    func newer() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try store.keep(facts(1), [1])
        try store.keep(facts(2), [2, 2])
        #expect(try store.takePart(of: Self.url)?.spool.bytes(at: 0, count: 9) == [2, 2])
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given a part that is dropped, when nobody keeps it, then it leaves nothing")
    func dropped() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try store.keep(facts(1), [1])
        _ = store.takePart(of: Self.url)
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test(
        "given a file that is no part, when taken, then there is none and the file is gone",
        arguments: [
            "", "short", "no foot at all, however long it is", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{4}attpart1",
        ])
    func garbage(text: String) throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try scene.directory.write(text, to: "cache/tmp/" + CacheNames.part(of: Self.url))
        #expect(store.takePart(of: Self.url) == nil)
        #expect(scene.temporaryFiles.isEmpty)
    }

    @Test("given a part of another URL, another start of the machine or another length, when taken, then there is none")
    func foreign() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let boot = try #require(BootIdentity.current)
        for trailer in [
            PartTrailer(facts: facts(2, url: "https://other.example.com/"), boot: boot),
            PartTrailer(facts: facts(2), boot: "an earlier start"), PartTrailer(facts: facts(1), boot: boot),
            PartTrailer(facts: facts(3), boot: boot),
        ] {
            let bytes = try [1, 2] + trailer.encoded(shownAs: "part")
            try scene.directory.write(bytes, to: "cache/tmp/" + CacheNames.part(of: Self.url))
            #expect(store.takePart(of: Self.url) == nil)
        }
    }

    @Test("given old parts, when the cache is opened, then they are swept, and younger ones are not")
    func sweep() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try store.keep(facts(1), [1])
        try store.keep(facts(1, url: "https://media.example.com/old.mp4"), [1])
        try age(CacheNames.part(of: "https://media.example.com/old.mp4"), in: scene, to: 1_700_000_000 - 86_401)
        try age(CacheNames.part(of: Self.url), in: scene, to: 1_700_000_000 - 86_000)
        store.close()

        let again = try scene.open()

        #expect(scene.temporaryFiles == [CacheNames.part(of: Self.url)])
        again.close()
    }

    @Test("given more parts than the budget has room for, when swept, then the newest stay")
    func budget() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        for number in 1...4 {
            let url = "https://media.example.com/\(number)"
            try store.keep(facts(1000, url: url), [UInt8](repeating: 1, count: 1000))
            try age(CacheNames.part(of: url), in: scene, to: 1_700_000_000 + time_t(number))
        }

        try Leftovers(root: store.root, partBudget: 3000, now: 1_700_000_100).sweep()

        let kept = (3...4).map { CacheNames.part(of: "https://media.example.com/\($0)") }
        #expect(scene.temporaryFiles.sorted() == kept.sorted())
    }

    private func age(_ name: String, in scene: CacheScene, to seconds: time_t) throws {
        var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
        guard utimes("\(scene.path)/tmp/\(name)", &times) == 0 else { throw SystemFault("utimes") }
    }
}
