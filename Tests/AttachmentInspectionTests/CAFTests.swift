import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring Core Audio files", .timeLimit(.minutes(1)))
struct CAFTests {
    private let head = Array("caff".utf8) + [0, 1, 0, 0]

    private func chunk(_ code: String, _ body: [UInt8], claims size: Int? = nil) -> [UInt8] {
        Array(code.utf8) + Bytes.big(size ?? body.count, 8) + body
    }

    private func description(
        rate: Double = 8000, coding: String = "lpcm", flags: Int = 2, packet: Int = 4, frames: Int = 1,
        channels: Int = 2, bits: Int = 16
    ) -> [UInt8] {
        let numbers = [flags, packet, frames, channels, bits].flatMap { Bytes.big($0) }
        let rate = Bytes.big(Int(bitPattern: UInt(rate.bitPattern)), 8)
        return chunk("desc", rate + Array(coding.utf8) + numbers)
    }

    private func data(_ count: Int, claims size: Int? = nil) -> [UInt8] {
        chunk("data", Bytes.zeroes(4) + [UInt8](repeating: 0x55, count: count), claims: size)
    }

    private func packets(_ count: Int, frames: Int) -> [UInt8] {
        chunk("pakt", Bytes.big(count, 8) + Bytes.big(frames, 8) + Bytes.zeroes(8) + Bytes.zeroes(count))
    }

    @Test func `given Core Audio, when it is measured, then its packets tell the time and it is whole`() throws {
        let inspection = try inspect(head + description() + data(32_000))
        #expect(inspection.mediaType == "audio/x-caf")
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.codec == "pcm_s16le")
        #expect(inspection.whole == true)
        try expectCutsAreTold(of: head + description() + chunk("free", Bytes.zeroes(9)) + data(40))
    }

    @Test(arguments: [
        ("lpcm", 0, 16, "pcm_s16be"), ("lpcm", 2, 24, "pcm_s24le"), ("lpcm", 1, 32, "pcm_f32be"),
        ("lpcm", 3, 64, "pcm_f64le"), ("ulaw", 0, 8, "pcm_mulaw"), ("alaw", 0, 8, "pcm_alaw"),
        ("ima4", 0, 0, "adpcm_ima_qt"),
    ])
    func `given codings, when they are measured, then each is named`(
        coding: String, flags: Int, bits: Int, codec: String
    ) throws {
        let inspection = try inspect(head + description(coding: coding, flags: flags, bits: bits) + data(400))
        #expect(inspection.codec == codec)
    }

    @Test func `given a packet table before or behind the data, when it is read, then it counts the frames`() throws {
        let opening = head + description(coding: "aac ", packet: 0, frames: 1024, bits: 0)
        for file in [
            opening + packets(10, frames: 8000) + data(500), opening + data(500) + packets(10, frames: 8000),
        ] {
            let inspection = try inspect(file)
            #expect(inspection.durationSeconds == 1)
            #expect(inspection.codec == "aac")
            #expect(inspection.whole == true)
        }
        let missing = try inspect(opening + data(500))
        #expect(missing.damage == "ends without the chunk pakt")
        #expect(missing.whole == false)
    }

    @Test func `given data of open size, when it is measured, then it goes to the end`() throws {
        let inspection = try inspect(head + description() + data(32_000, claims: -1))
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.whole == true)
    }

    @Test(arguments: [Double.nan, 0, -44_100, .infinity])
    func `given no rate, when the sound is measured, then its description is damaged`(rate: Double) throws {
        let inspection = try inspect(head + description(rate: rate) + data(32_000))
        #expect(inspection.damage == "declares no sampling rate")
        #expect(inspection.wholeUntil == 20)
        #expect(inspection.durationSeconds == nil)
    }

    @Test func `given other flaws, when the file is measured, then each is told`() throws {
        #expect(try inspect(head + description(channels: 0) + data(40)).damage == "declares 0 channels")
        let newer = Array("caff".utf8) + [0, 9, 0, 0] + description() + data(40)
        #expect(try inspect(newer).damage == "declares the version 9")
        #expect(try inspect(newer).wholeUntil == 4)
        #expect(try inspect(head + description()).damage == "ends without the chunk data")
        #expect(try inspect(head + description() + data(0)).damage == "has no samples")
        let nothing = head + description() + chunk("data", Bytes.zeroes(3))
        #expect(try inspect(nothing + Array("<html><body>an error</body></html>".utf8)).damage == "has no samples")
        let huge = try inspect(head + description() + chunk("free", [], claims: .max) + data(40))
        #expect(huge.damage == "ends inside the chunk free")
        let hugeData = try inspect(head + description() + data(40, claims: 1 << 41))
        #expect(hugeData.damage == "ends inside the chunk data")
    }

    @Test func `given bytes behind the data, when the file is measured, then they are foreign`() throws {
        let page = Array("<html><body>an error, of which nobody knows</body></html>".utf8)
        let inspection = try inspect(head + description() + data(32_000) + page)
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == Int64(page.count))
    }

    @Test func `given a cut signature, when it is looked at, then it is named by its version, and text is not`() throws
    {
        #expect(try inspect(head).damage == "ends inside its signature")
        #expect(try inspect(head).wholeUntil == 8)
        #expect(try look(at: Array("caff".utf8)) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("caffeine is described here".utf8)) == .notMedia(mime: "text/plain"))
    }
}
