import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Glibc
import Testing

@testable import AttachmentStore

@Suite("An index of version 1", .timeLimit(.minutes(1)))
struct MigrationTests {
    /// Writes an index as the first version of the schema made it.
    private func makeOld(_ scene: CacheScene, rows: String) throws {
        try scene.open().close()
        for suffix in ["", "-wal", "-shm"] { unlink(scene.path + "/index.db" + suffix) }
        try scene.directory.write("", to: "cache/index.db")
        let index = try Connection(path: scene.path + "/index.db", role: .builder)
        try index.script("BEGIN;\(Schema.migrations[0])PRAGMA user_version=1;\(rows)COMMIT;PRAGMA journal_mode=WAL;")
    }

    private func row(
        _ url: String, final: String? = nil, status: Int = 200, headers: String = "etag: \"v1\"", object: Int? = 1,
        failure: String? = nil
    ) -> String {
        """
        INSERT INTO urls(key, url, final_url, object_id, status, headers, requested_at, received_at, fresh_until,
            stale_until, failure, failure_message, retry_at)
        VALUES(x'\(SHA256.digest(of: bytes(url)).hex)', '\(url)', '\(final ?? url)', \(object.map(String.init) ?? "NULL"),
            \(status), '\(headers)' || char(10), 5, 6, 7, 8, \(failure.map { "'\($0)'" } ?? "NULL"), 'why', 9);
        """
    }

    private let object = """
        INSERT INTO objects(id, hash, gen, size, alloc, mtime, synced, seq, mime, inspection, created)
        VALUES(1, x'\(SHA256.digest(of: [1]).hex)', 1, 1, 4096, 1, 1, 1, 'image/jpeg', '{}', 1);
        """

    @Test("given rows of all kinds, when opened, then what can be relied on is there, and the totals are exact")
    func migrated() async throws {
        let scene = try CacheScene()
        try makeOld(
            scene,
            rows: object
                + [
                    row("https://e.example/kept"), row("https://e.example/gone", object: nil),
                    row("https://e.example/redirected", final: "https://cdn.example/"),
                    row("https://e.example/404", status: 404), row("https://e.example/failed", failure: "http-status"),
                    row("https://e.example/varies", headers: "vary: Accept"),
                    row("https://e.example/no-store", headers: "cache-control: max-age=9, no-store"),
                    row("https://e.example/x-vary", headers: "x-vary: 1"),
                ].joined())

        let store = try scene.open()

        #expect(try store.pragma("user_version") == "2")
        let kept = StoredResponse(
            url: "https://e.example/kept",
            response: CachedResponse(
                status: 200, headers: HTTPHeaders(.init("etag", "\"v1\"")), variant: Variant(text: ""), requestedAt: 5,
                receivedAt: 6),
            freshUntil: 7, staleUntil: 8, digest: SHA256.digest(of: [1]))
        #expect(try store.response(for: kept.url) == kept)
        var listing = try store.responseListing()
        #expect(
            try listing.next(99).map(\.response.url) == [
                "https://e.example/gone", "https://e.example/kept", "https://e.example/x-vary",
            ])
        #expect(try store.rows(of: "failures") == 0)
        #expect(try store.pragma("foreign_key_check") == nil)
        let (counted, total) = try store.countedAndTotal()
        #expect(total == [3, 0, 0])
        #expect(total == counted)
        try await store.keep(bytes("x"), for: kept.url)
        #expect(try store.stats().urls == 3)
    }

    @Test("given a program of version 1, when it meets the new schema, then it can tell")
    func newer() throws {
        #expect(Schema.current == 2)
        #expect(try CacheScene().open().rows(of: "sqlite_schema WHERE name = 'urls'") == 0)
    }
}
