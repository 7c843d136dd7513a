import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct HostileMediaTests {
    private let routes: HostileRoutes

    init() throws {
        routes = try HostileRoutes()
    }

    @Test(arguments: HostileMedia.kinds, [20_000, 70_001])
    func `given a kind and a size, when it is made, then it has the size, and other bytes for another seed`(
        kind: String, size: Int
    ) {
        let media = routes.media(kind, size: size, seed: "a")
        // Chunks of RIFF are of an even size.
        #expect(media.count == (kind == "webp" ? size & ~1 : size))
        #expect(media.body.array == routes.media(kind, size: size, seed: "a").body.array)
        let other = routes.media(kind, size: size, seed: "b")
        #expect(other.tag != media.tag)
        let differs = other.body.array != media.body.array
        #expect(differs == (kind != "zero"))
    }

    @Test func `given a size that is too small, when media are made, then they are as small as they can be`() {
        for kind in HostileMedia.kinds {
            let media = routes.media(kind, size: 1)
            #expect(media.count >= 1)
            #expect(media.count < 10_000, "\(kind)")
        }
        #expect(routes.media("nonsense", size: 500).body.array == routes.media("png", size: 500).body.array)
    }

    @Test(arguments: [100, 300, 350, 65_800, 66_000, 140_000])
    func `given a PNG of any size, when its chunks are walked, then they fill it and their checksums are right`(
        size: Int
    ) {
        let bytes = routes.media("png", size: size).body.array
        var position = 8
        var names: [String] = []
        while position + 12 <= bytes.count {
            let count = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard position + 12 + count <= bytes.count else { break }
            let named = bytes[(position + 4)..<(position + 8 + count)]
            names.append(String(decoding: named.prefix(4), as: UTF8.self))
            let sum = bytes[(position + 8 + count)..<(position + 12 + count)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(sum == CRC32.of(named))
            position += 12 + count
        }
        #expect(position == bytes.count)
        #expect(names.filter { $0 != "paDd" } == ["IHDR", "IDAT", "IEND"])
    }

    @Test func `given a checksum, when zeros are passed over, then it is that of the bytes one by one`() {
        for count in [0, 1, 7, 258, 65_536] {
            var quick = CRC32()
            quick.take([1, 2, 3])
            quick.takeZeros(count)
            #expect(quick.value == CRC32.of([1, 2, 3] + [UInt8](repeating: 0, count: count)))
        }
    }

    @Test(arguments: [1, 2, 40], [1, 2, 3])
    func `given a bomb in layers, when it is unpacked as often, then it is the media and its zeros`(
        mebibytes: Int, layers: Int
    ) async throws {
        let start = routes.media("png", size: 1000).body.array
        var body = GzipBomb.body(after: start, mebibytes: mebibytes, layers: layers).array
        #expect(body.count < (layers == 1 ? 2000 + 1050 * mebibytes : 3500 + 14 * mebibytes))
        for _ in 1..<layers { body = try await unpacked(body) }
        // The last layer is counted and not kept.
        let lines = try await ChildProcess.run("sh", ["-c", "gzip -dc | wc -c"], input: .bytes(body))
        #expect(lines.outputText.split(separator: "\n").first.flatMap { Int($0) } == 1000 + mebibytes << 20)
        let head = try await ChildProcess.run("sh", ["-c", "gzip -dc 2>/dev/null | head -c 1000"], input: .bytes(body))
        #expect(head.output == start)
    }

    private func unpacked(_ bytes: [UInt8]) async throws -> [UInt8] {
        let result = try await ChildProcess.run("gzip", ["-dc"], input: .bytes(bytes))
        #expect(result.exitCode == 0, "\(result.errorText)")
        return result.output
    }

    @Test func `given brotli, when it is written, then each block has its length and the stream its end`() {
        // Window bit 0, not the last, four digits, length less one, not packed; then the bytes, then an empty last block.
        #expect(Brotli.stored([7]) == [0, 0, 0x10, 7, 3])
        #expect(Brotli.stored([7, 8, 9]) == [0x20, 0, 0x10, 7, 8, 9, 3])
        #expect(Brotli.stored([UInt8](repeating: 0, count: 65_537)).count == 3 + 65_536 + 3 + 1 + 1)
        #expect(Brotli.stored([]) == [3])
    }
}
