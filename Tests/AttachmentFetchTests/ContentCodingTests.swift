import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Testing

/// A coded body counts when its coding came to its end, or not at all.
@Suite(.timeLimit(.minutes(1)))
struct ContentCodingTests {
    private static let media = [UInt8](repeating: 7, count: 20_000)

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var coding: String
        var body: [UInt8]
        var code: Code?

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "plain under another name", coding: "identity", body: media),
        Row(name: "gzip", coding: "gzip", body: gzip),
        Row(name: "gzip by its old name, in capitals", coding: "X-GZIP", body: gzip),
        Row(name: "gzip of two members", coding: "gzip", body: half + half),
        Row(name: "deflate", coding: "deflate", body: zlib),
        Row(name: "deflate without its wrapping", coding: "deflate", body: raw),
        Row(name: "gzip in gzip", coding: "gzip, gzip", body: Gzip.stored(gzip)),
        Row(name: "gzip that stops", coding: "gzip", body: Array(gzip.dropLast(9)), code: .truncated),
        Row(name: "gzip without its check sum", coding: "gzip", body: Array(gzip.dropLast(8)), code: .truncated),
        Row(name: "gzip that lacks one byte", coding: "gzip", body: Array(gzip.dropLast(1)), code: .truncated),
        Row(name: "gzip that stops in its head", coding: "gzip", body: Array(gzip.prefix(5)), code: .truncated),
        Row(name: "deflate that stops", coding: "deflate", body: Array(zlib.dropLast(3)), code: .truncated),
        Row(
            name: "deflate without wrapping that stops", coding: "deflate", body: Array(raw.dropLast(1)),
            code: .truncated),
        Row(name: "stopped within", coding: "gzip, gzip", body: Gzip.stored(gzip.dropLast(9)), code: .truncated),
        Row(name: "gzip with a wrong check sum", coding: "gzip", body: wrongSum, code: .protocolError),
        Row(
            name: "gzip with bytes after its end", coding: "gzip", body: gzip + Array("tail".utf8), code: .protocolError
        ),
        Row(name: "deflate with bytes after its end", coding: "deflate", body: zlib + [1], code: .protocolError),
        Row(name: "no gzip at all", coding: "gzip", body: media, code: .protocolError),
        Row(name: "a coding nobody asked for", coding: "br", body: media, code: .protocolError),
        Row(name: "one too many", coding: "gzip, gzip, gzip, gzip", body: gzip, code: .protocolError),
    ]

    @Test(arguments: rows)
    func `given a coded body, when it is fetched, then it is decoded to its end or named for what it lacks`(row: Row)
        async throws
    {
        let response = ScriptedResponse.ok(row.body, type: "image/jpeg").header("Content-Encoding", row.coding)
        let origin = try ScriptedOrigin(routes: ["/m": response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        switch try await harness.fetch(origin.url("/m")) {
        case .success(let response):
            #expect(row.code == nil)
            #expect(response.body.bytes == Self.media)
        case .failure(let fault):
            #expect(fault.code == row.code, "\(fault.explanation)")
        }
    }

    @Test(arguments: [(20_000, nil), (19_999, .tooLarge)] as [(Int64, Code?)])
    func `given a coded body, when it is fetched, then the limit counts its decoded bytes`(limit: Int64, code: Code?)
        async throws
    {
        let response = ScriptedResponse.ok(Self.gzip, type: "image/jpeg").header("Content-Encoding", "gzip")
        let origin = try ScriptedOrigin(routes: ["/m": response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(origin.url("/m"), limit: limit) == code)
    }

    @Test func `given codings that swell inside, when the body is fetched, then the limit holds for each stage`()
        async throws
    {
        // Members without a byte in them: much to decode, and nothing comes of it.
        let empty = Gzip.stored([])
        let swollen = (0..<5000).flatMap { _ in empty }
        let response = ScriptedResponse.ok(Gzip.stored(swollen)).header("Content-Encoding", "gzip, gzip")
        let origin = try ScriptedOrigin(routes: ["/m": response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(origin.url("/m"), limit: 50_000) == .tooLarge)
    }
}

extension ContentCodingTests {
    // The media packed by Python's gzip and zlib, level 9.

    private static let gzip = bytes(
        """
        1f8b0800000000000203edc12101000000c320b9fe8d5fe30228000000000000000000000000000000000000001e0ca0
        57b95f204e0000
        """)

    private static let half = bytes(
        """
        1f8b0800000000000203edc1310d000000c3a0b3fe1d4fc712a0000000000000000000e0df002960d76010270000
        """)

    private static let zlib = bytes(
        """
        78daedc12101000000c320b9fe8d5fe30228000000000000000000000000000000000000001e0c919822ff
        """)

    private static let raw = bytes(
        """
        edc12101000000c320b9fe8d5fe30228000000000000000000000000000000000000001e0c
        """)

    private static let wrongSum: [UInt8] = {
        var body = gzip
        body[body.count - 8] ^= 1
        return body
    }()

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
