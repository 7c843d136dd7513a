import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Testing

@testable import AttachmentStore

@Suite("Stored pushes", .timeLimit(.minutes(2)))
struct PushTests {
    @Test("given a push, when remembered, then it is found by key with all seven members and its source")
    func kept() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let push = StoredPush.example("k1")
        #expect(try await store.keep(push) == push)
        #expect(try store.push("k1")?.push == push)
        #expect(try store.push("k1")?.attachments == [])
        #expect(try store.source(ofPush: "k1") == push.source)
        #expect(try store.push("k2") == nil)
        #expect(try store.source(ofPush: "k2") == nil)
    }

    @Test("given a payload that is not the source, when remembered, then both are kept")
    func sourceApart() async throws {
        let store = try CacheScene().open()
        let push = StoredPush.example("k1")
        _ = try await store.remember(push, contentHash: push.contentHash, source: bytes("{\"whole\":1}"))
        #expect(try store.push("k1")?.push.payload == push.payload)
        #expect(try store.source(ofPush: "k1") == bytes("{\"whole\":1}"))
    }

    @Test("given a source of megabytes, when remembered twice, then it is found as it was, and kept once")
    func largeSource() async throws {
        let store = try CacheScene().open()
        let push = StoredPush.example("k1", title: String(repeating: "é\n", count: 700_000))
        #expect(try await store.keep(push) == push)
        #expect(try store.source(ofPush: "k1") == push.source)
        #expect(try await store.keep(push) == push)
        #expect(try store.push("k1")?.push == push)
        // Spelled otherwise, as blanks do: the newest spelling is kept.
        var other = push
        other.payload += " "
        #expect(try await store.remember(other, contentHash: push.contentHash, source: other.source) == other)
        #expect(try store.push("k1")?.push == other)
        #expect(try store.source(ofPush: "k1") == other.source)
        #expect(try store.stats().pushes == 1)
    }

    @Test("given the same push again, when remembered, then it keeps its place and first time, and nothing is written")
    func again() async throws {
        let store = try CacheScene().open()
        try await store.keep(.example("k1"))
        try await store.keep(.example("k2"))
        let later = try await store.keep(.example("k1", receivedAt: 1_800_000_000))
        #expect(later.receivedAt == 1_700_000_000)
        #expect(try store.pushes(limit: 10).map(\.push.uniqueKey) == ["k2", "k1"])
        #expect(try store.stats().pushes == 2)
    }

    @Test("given one key with other content, when remembered, then it is another push with 8 digits of its hash")
    func otherContent() async throws {
        let store = try CacheScene().open()
        try await store.keep(.example("k", title: "one"))
        let other = StoredPush.example("k", title: "two")
        let expected = "k~" + other.contentHash.hex.prefix(8)
        #expect(try await store.keep(other).uniqueKey == expected)
        #expect(try await store.keep(.example("k", title: "two", receivedAt: 5)).uniqueKey == expected)
        #expect(try await store.keep(.example("k", title: "one")).uniqueKey == "k")
        #expect(try store.pushes(limit: 10).map(\.push.title) == ["two", "one"])
    }

    @Test(
        "given keys that are taken, when a key is chosen, then the shortest free one",
        arguments: [
            ([], "k"), (["k"], "k~01234567"), (["k", "k~01234567"], "k~0123456789abcdef"),
        ] as [([String], String)])
    func effective(taken: [String], expected: String) throws {
        let hash = try #require(Digest(String(repeating: "0123456789abcdef", count: 4)))
        let key = try PushIdentity.effectiveKey(of: "k", contentHash: hash) { key throws(StoreError) in
            taken.contains(key)
        }
        #expect(key == expected)
    }

    @Test(
        "given a push that a newer program reads better, when it comes again, then members are renewed, place and time kept"
    )
    func readAnew() async throws {
        let store = try CacheScene().open()
        let push = StoredPush.example("k")
        try await store.keep(push)
        try await store.keep(.example("later"))
        var better = push
        better.pushLink = "https://example.com/open"
        better.receivedAt += 50
        let kept = try await store.remember(better, contentHash: push.contentHash, source: push.source)
        #expect(kept.receivedAt == push.receivedAt)
        #expect(try store.push("k")?.push.pushLink == "https://example.com/open")
        #expect(try store.pushes(limit: 10).map(\.push.uniqueKey) == ["later", "k"])
    }

    @Test("given more pushes than are kept, when remembered, then the oldest go with their attachments")
    func trimmed() async throws {
        let store = try CacheScene().open(maxPushes: 3)
        for number in 0..<5 {
            let push = try await store.keep(.example("k\(number)", title: "\(number)"))
            try await store.setAttachments([.example(push.uniqueKey, 0)], ofPush: push.uniqueKey)
        }
        #expect(try store.pushes(limit: 10).map(\.push.uniqueKey) == ["k4", "k3", "k2"])
        #expect(try store.stats().pushes == 3)
        #expect(try store.attachmentRows() == 3)
        try await store.setAttachments([.example("k0", 0)], ofPush: "k0")
        #expect(try store.attachmentRows() == 3)
    }

    @Test("given an age limit, when a push comes, then older ones are forgotten")
    func aged() async throws {
        let scene = try CacheScene()
        var policy = PushPolicy()
        policy.maxAgeSeconds = 100
        let store = try MediaStore.open(
            at: scene.path, limits: CacheLimits(), pushes: policy, clock: scene.wallClock)
        try await store.keep(.example("old", title: "old"))
        scene.clock.advance(by: 101)
        try await store.keep(.example("new", title: "new", receivedAt: 5))
        #expect(try store.pushes(limit: 10).map(\.push.uniqueKey) == ["new"])
    }

    @Test("given attachments, when set again, then they are replaced, and objects know that they are wanted")
    func attachments() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("media"))
        let push = try await store.keep(.example("k"))
        var ready = AttachmentRecord.example("k", 0)
        ready.digest = object.digest
        ready.durationSeconds = 1.5
        try await store.setAttachments([ready, .example("k", 1)], ofPush: push.uniqueKey)
        #expect(try store.push("k")?.attachments == [ready, .example("k", 1)])
        #expect(try store.references() == [1])
        try await store.setAttachments([.example("k", 0)], ofPush: push.uniqueKey)
        #expect(try store.push("k")?.attachments == [.example("k", 0)])
        #expect(try store.references() == [0])
    }

    @Test(
        "given attachments in portions, when each is set, then they stand in their places and older ones past the end go"
    )
    func portions() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("media"))
        let push = try await store.keep(.example("k"))
        try await store.setAttachments((0..<5).map { .example("k", $0) }, ofPush: push.uniqueKey)
        var ready = AttachmentRecord.example("k", 2)
        ready.digest = object.digest
        try await store.setAttachments([ready], ofPush: push.uniqueKey, total: 4)
        try await store.setAttachments([.example("k", 3), .example("k", 0)], ofPush: push.uniqueKey, total: 4)
        #expect(
            try store.push("k")?.attachments == [.example("k", 0), .example("k", 1), ready, .example("k", 3)])
        #expect(try store.references() == [1])
        try await store.setAttachments([.example("k", 2)], ofPush: push.uniqueKey, total: 4)
        #expect(try store.references() == [0])
    }

    @Test("given many pushes, when listed in pages, then newest first without gaps")
    func pages() async throws {
        let store = try CacheScene().open()
        for number in 0..<7 {
            try await store.keep(.example("k\(number)", title: "\(number)"))
        }
        var seen: [String] = []
        var before: Int64?
        repeat {
            let page = try store.pushes(limit: 3, before: before)
            seen += page.map(\.push.uniqueKey)
            before = page.last?.sequence
        } while before != nil
        #expect(seen == ["k6", "k5", "k4", "k3", "k2", "k1", "k0"])
    }

    @Test("given an entry, when encoded, then the seven members and the attachments, in that order")
    func encoded() throws {
        let text = try StoredText.encode(
            PushEntry(push: .example("k"), attachments: [], sequence: 9), shownAs: "test")
        #expect(
            text == #"{"uniqueKey":"k","title":"Hello","description":"body","imageUrl":"https://example.com/a.jpg","#
                + #""pushLink":"","payload":"{\"title\":\"Hello\"}","receivedAt":1700000000,"attachments":[]}"#)
    }

    @Test("given texts with every kind of character, when remembered, then they come back untouched")
    func texts() async throws {
        let store = try CacheScene().open()
        var push = StoredPush.example("k\u{0}\u{1F600}'\"")
        push.title = ""
        push.description = "a\u{0}b"
        try await store.keep(push)
        #expect(try store.push(push.uniqueKey)?.push == push)
    }
}

extension MediaStore {
    @discardableResult
    fileprivate func keep(_ push: StoredPush) async throws -> StoredPush {
        try await remember(push, contentHash: push.contentHash, source: push.source)
    }

    fileprivate func attachmentRows() throws -> Int64? {
        try read { index throws(StoreError) in
            try index.first("SELECT count(*) FROM attachments") { row throws(StoreError) in row.integer(0) }
        }
    }

    fileprivate func references() throws -> [Int64] {
        try read { index throws(StoreError) in
            try index.all("SELECT refs FROM objects") { row throws(StoreError) in row.integer(0) }
        }
    }
}

extension AttachmentRecord {
    static func example(_ key: String, _ index: Int) -> AttachmentRecord {
        AttachmentRecord(
            pushKey: key, index: index, url: "https://example.com/\(index).jpg", role: .attachment, kind: .image,
            state: .ready)
    }
}
