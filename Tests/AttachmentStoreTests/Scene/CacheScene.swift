import AttachmentCrypto
import AttachmentDomain
import AttachmentTesting
import Glibc

@testable import AttachmentStore

/// A cache in a directory of its own, with a clock that stands still.
struct CacheScene {
    let directory: TemporaryDirectory
    let clock = HandMovedClock(at: 1_700_000_000)
    var path: String { directory.path(of: "cache") }

    init() throws {
        directory = try TemporaryDirectory("attachfetch-store")
    }

    func open(
        _ durability: CacheLimits.Durability = .fast, maxPushes: Int = 1000
    ) throws -> MediaStore {
        try CacheScene.open(path, durability, maxPushes: maxPushes, clock: wallClock)
    }

    /// The clock, which also keeps the directory for as long as a store has it.
    var wallClock: WallClock {
        WallClock { [directory, clock] in withExtendedLifetime(directory) { clock.now } }
    }

    static func open(
        _ path: String, _ durability: CacheLimits.Durability = .fast, maxPushes: Int = 1000,
        clock: WallClock = WallClock { 1_700_000_000 }
    ) throws(StoreError) -> MediaStore {
        var limits = CacheLimits()
        limits.durability = durability
        var pushes = PushPolicy()
        pushes.maxCount = maxPushes
        return try MediaStore.open(at: path, limits: limits, pushes: pushes, clock: clock)
    }

    /// The files of objects, relative to `objects/sha256`.
    var objectFiles: [String] { names(below: "cache/objects/sha256/") }
    var temporaryFiles: [String] { names(below: "cache/tmp/") }
    var quarantined: [String] { names(below: "cache/quarantine/") }

    private func names(below prefix: String) -> [String] {
        directory.files().filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.utf8.count)) }
    }

    /// Overwrites a read-only file without changing its size, unless other bytes are of another size.
    func damage(_ file: String, with bytes: [UInt8]) throws {
        let path = "\(path)/objects/sha256/\(file)"
        guard chmod(path, 0o600) == 0 else { throw SystemFault("chmod \(path)") }
        try directory.write(bytes, to: "cache/objects/sha256/\(file)")
        guard chmod(path, 0o400) == 0 else { throw SystemFault("chmod \(path)") }
    }
}

extension MediaStore {
    /// Places and commits.
    @discardableResult
    func keep(_ bytes: [UInt8], for url: String = "https://example.com/a.jpg") async throws -> StoredObject {
        try await commit(put(bytes), inspection: .jpeg, responses: [.example(url)], since: 0)
    }

    func commit(_ placed: PlacedObject, response: StoredResponse) async throws -> StoredObject {
        try await commit(placed, inspection: .jpeg, responses: [response], since: 0)
    }

    func update(_ response: StoredResponse) async throws {
        try await update([response], since: 0)
    }

    func knowledge(of url: String) throws -> URLKnowledge {
        try knowledge(of: url, origin: "https://example.com")
    }

    /// The newest response of the URL.
    func response(for url: String) throws -> StoredResponse? {
        try knowledge(of: url).responses.first
    }

    /// What the rows are when they are counted, beside what the totals say: URLs, failures, and a wish for a recount.
    func countedAndTotal() throws -> (counted: [Int64], total: [Int64]) {
        try read { index throws(StoreError) in
            let counted = try index.first(
                "SELECT (SELECT count(DISTINCT key) FROM responses), (SELECT count(*) FROM failures), 0"
            ) { row throws(StoreError) in (0..<3).map { row.integer($0) } }
            let total = try index.first("SELECT urls, negative_urls, recount FROM totals") { row throws(StoreError) in
                (0..<3).map { row.integer($0) }
            }
            return (counted ?? [], total ?? [])
        }
    }

    /// How many rows a table has.
    func rows(of table: String) throws -> Int64? {
        try read { index throws(StoreError) in
            try index.first("SELECT count(*) FROM \(table)") { row throws(StoreError) in row.integer(0) }
        }
    }

    func put(_ bytes: [UInt8]) throws -> PlacedObject {
        try bytes.span.withUnsafeBytes { buffer throws(StoreError) in
            try place(buffer, digest: SHA256.digest(of: bytes))
        }
    }

    func contents(_ object: StoredObject) throws -> [UInt8] {
        try fileBytes(object.path)
    }
}

func fileBytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw SystemFault("open \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let next = fgetc(file), next != EOF {
        bytes.append(UInt8(next))
    }
    return bytes
}

func mode(of path: String) -> mode_t {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
}

func inode(of path: String) -> UInt64 {
    var facts = stat()
    return lstat(path, &facts) == 0 ? UInt64(facts.st_ino) : 0
}

extension Inspection {
    static let jpeg = Inspection(
        mediaType: "image/jpeg", uti: "public.jpeg", fileExtension: "jpg", kind: .image, width: 640, height: 480)
}

extension StoredResponse {
    static func example(_ url: String, digest: Digest? = nil) -> StoredResponse {
        StoredResponse(
            url: url,
            response: CachedResponse(
                status: 200, headers: HTTPHeaders(.init("ETag", "\"v1\""), .init("Cache-Control", "max-age=60")),
                variant: Variant(text: ""), requestedAt: 1_700_000_000, receivedAt: 1_700_000_001),
            freshUntil: 1_700_000_061, staleUntil: 1_700_086_461, digest: digest)
    }

    static func example(_ url: String, variant: String, receivedAt: Int64 = 1_700_000_001) -> StoredResponse {
        var stored = example(url)
        stored.response.variant = Variant(text: variant)
        stored.response.receivedAt = receivedAt
        return stored
    }
}

extension HTTPHeaders {
    init(_ fields: Field...) {
        self.init(fields)
    }
}

extension HTTPHeaders.Field {
    init(_ name: String, _ value: String) {
        self.init(name: name, value: value)
    }
}

extension StoredFailure {
    static func example(_ url: String, code: Code = .httpStatus, retryAt: Int64 = 1_700_000_600) -> StoredFailure {
        StoredFailure(
            url: url, code: code, message: "status 404", status: 404, attempts: 2, failedAt: 1_700_000_000,
            retryAt: retryAt, limitBytes: 512_000, policy: "p1")
    }
}

extension StoredPush {
    static func example(_ key: String, title: String = "Hello", receivedAt: Int64 = 1_700_000_000) -> StoredPush {
        StoredPush(
            uniqueKey: key, title: title, description: "body", imageUrl: "https://example.com/a.jpg", pushLink: "",
            payload: "{\"title\":\"\(title)\"}", receivedAt: receivedAt)
    }

    var contentHash: Digest { SHA256.digest(of: Array(payload.utf8)) }
    var source: [UInt8] { Array(payload.utf8) }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
