import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("The index and its versions", .timeLimit(.minutes(2)))
struct IndexTests {
    @Test("given a new index, when its version and tables are listed, then those of this program")
    func fresh() throws {
        let store = try CacheScene().open()
        let tables = try store.read { index throws(StoreError) in
            try index.all(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            ) {
                row throws(StoreError) in row.text(0)
            }
        }
        #expect(
            tables == [
                "attachments", "deletions", "failures", "leases", "objects", "pauses", "pins", "purges", "pushes",
                "reservations", "responses", "totals", "uncacheable",
            ])
        #expect(try store.pragma("user_version") == "2")
        #expect(try store.pragma("journal_mode") == "wal")
    }

    @Test("given an index of version 0, when opened, then it is brought to today's and works")
    func fromNothing() async throws {
        let scene = try CacheScene()
        try scene.open().close()
        // A file without a byte is an empty database of version 0.
        try scene.directory.write("", to: "cache/index.db")
        let store = try scene.open()
        #expect(try store.pragma("user_version") == "2")
        let object = try await store.keep(bytes("x"))
        #expect(try store.object(object.digest) == object)
    }

    @Test("given an index that was lost while its log stayed, when opened, then an empty one, not a mixture")
    func lost() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try await store.keep(bytes("kept"))
        store.close()
        #expect(scene.directory.exists("cache/index.db-wal"))
        unlink(scene.path + "/index.db")
        let again = try scene.open()
        #expect(try again.stats().objects == 0)
        #expect(try again.pragma("integrity_check") == "ok")
        // The file is still there, and the bytes find their place anew.
        try await again.keep(bytes("kept"))
        #expect(try again.stats().objects == 1)
    }

    @Test("given an index of a newer version, when opened, then refused")
    func newer() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try await store.writer.write { session throws(StoreError) in try session.index.script("PRAGMA user_version=99")
        }
        store.close()
        #expect(throws: StoreError.formatNewer(path: scene.path + "/index.db", found: 99, known: 2)) {
            try scene.open()
        }
    }

    @Test("given an index that is no database, when opened, then the error tells file and code")
    func garbage() throws {
        let scene = try CacheScene()
        try scene.open().close()
        unlink(scene.path + "/index.db-wal")
        try scene.directory.write(Array(repeating: UInt8(7), count: 8192), to: "cache/index.db")
        let error = #expect(throws: StoreError.self) { try scene.open() }
        #expect(error?.code == .cacheUnavailable)
        #expect(
            error?.explanation
                == "the index \(scene.path)/index.db failed with SQLite code 26: file is not a database")
        #expect(error?.remedy == "run attachfetch cache repair, or name another directory with --cache")
    }

    @Test("given rows of every kind that come and go, when totals are compared with counts, then they agree")
    func totals() async throws {
        let store = try CacheScene().open()
        for number in 0..<6 {
            try await store.keep(bytes(String(repeating: "x", count: number + 1)), for: "https://example.com/\(number)")
        }
        try await store.writer.write { session throws(StoreError) in
            try session.index.script(
                """
                INSERT INTO pins SELECT id, 'campaign', NULL FROM objects WHERE size <= 3;
                INSERT INTO pins SELECT id, 'other', NULL FROM objects WHERE size = 2;
                DELETE FROM pins WHERE owner = 'campaign' AND object_id IN (SELECT id FROM objects WHERE size <= 2);
                INSERT INTO deletions VALUES('a', 4096), ('b', 8192);
                DELETE FROM deletions WHERE name = 'a';
                INSERT INTO reservations VALUES('h', 100, 0), ('i', 50, 0);
                UPDATE reservations SET bytes = 300 WHERE holder = 'h';
                DELETE FROM reservations WHERE holder = 'i';
                DELETE FROM objects WHERE size = 6;
                DELETE FROM objects WHERE size = 3;
                DELETE FROM responses WHERE url LIKE '%/5';
                """)
        }
        let row = try store.read { index throws(StoreError) in
            try index.first(
                """
                SELECT objects, bytes, pinned_objects, pinned_bytes, deleted_alloc, reserved, urls, seq, recount
                FROM totals
                """
            ) { row throws(StoreError) in (0..<9).map { row.integer($0) } }
        }
        #expect(row == [4, 1 + 2 + 4 + 5, 1, 2, 8192, 300, 5, 6, 0])
    }

    @Test("given totals that are too low, when rows go, then nothing fails and a recount is asked for")
    func underflow() async throws {
        let store = try CacheScene().open()
        try await store.keep(bytes("x"))
        try await store.writer.write { session throws(StoreError) in
            try session.index.script("UPDATE totals SET objects = 0, bytes = 0; DELETE FROM objects;")
        }
        let recount = try store.read { index throws(StoreError) in
            try index.first("SELECT recount FROM totals") { row throws(StoreError) in row.integer(0) }
        }
        #expect(recount == 1)
        #expect(try store.stats().objects == 0)
    }

    @Test("given a log that has grown, when the writer has nothing else to do, then it is emptied")
    func checkpoint() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let long = String(repeating: "y", count: 60_000)
        for round in 0..<100 {
            try await store.update(.example("https://example.com/\(round)/\(long)"))
        }
        store.close()
        #expect(try scene.directory.read("cache/index.db").count > 4_000_000)
        #expect(try scene.open().stats().urls == 100)
    }
}

extension MediaStore {
    func pragma(_ name: String) throws -> String? {
        try read { index throws(StoreError) in
            try index.first("PRAGMA \(name)") { row throws(StoreError) in row.text(0) }
        }
    }
}
