import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring AIFF", .timeLimit(.minutes(1)))
struct AIFFTests {
    /// 8,000 as a number of 80 bits.
    private static let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]

    private func common(
        channels: Int = 2, frames: Int = 8000, bits: Int = 16, rate: [UInt8] = rate, coding: String? = nil
    ) -> [UInt8] {
        let name: [UInt8] = coding.map { Array($0.utf8) + [0, 0] } ?? []
        var body = Bytes.big(channels, 2) + Bytes.big(frames) + Bytes.big(bits, 2)
        body += rate + name
        return Bytes.chunk("COMM", body, isBig: true)
    }

    private func sound(_ count: Int, claims size: Int? = nil) -> [UInt8] {
        let body = Bytes.zeroes(8) + [UInt8](repeating: 0x55, count: count)
        return Bytes.chunk("SSND", body, claims: size, isBig: true)
    }

    private func file(_ chunks: [UInt8], kind: String = "AIFF", claims size: Int? = nil) -> [UInt8] {
        Bytes.form("FORM", kind, chunks, claims: size, isBig: true)
    }

    @Test func `given AIFF, when it is measured, then its frames tell the time and it is whole`() throws {
        let inspection = try inspect(file(common() + sound(32_000)))
        #expect(inspection.mediaType == "audio/aiff")
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.codec == "pcm_s16be")
        #expect(inspection.whole == true)
        try expectCutsAreTold(of: file(common(frames: 10) + sound(40)))
    }

    @Test(arguments: [
        ("NONE", 16, 32_000, "pcm_s16be"), ("NONE", 12, 32_000, "pcm_s16be"), ("NONE", 8, 16_000, "pcm_s8"),
        ("NONE", 24, 48_000, "pcm_s24be"), ("sowt", 16, 32_000, "pcm_s16le"), ("fl32", 32, 64_000, "pcm_f32be"),
        ("fl64", 64, 128_000, "pcm_f64be"), ("in24", 24, 48_000, "pcm_s24be"), ("ulaw", 16, 16_000, "pcm_mulaw"),
        ("alaw", 16, 16_000, "pcm_alaw"), ("raw ", 8, 16_000, "pcm_u8"),
    ])
    func `given AIFF-C, when it is measured, then its coding is named and the time is that of the frames`(
        coding: String, bits: Int, count: Int, codec: String
    ) throws {
        let inspection = try inspect(file(common(bits: bits, coding: coding) + sound(count), kind: "AIFC"))
        #expect(inspection.codec == codec)
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.whole == true)
    }

    @Test func `given IMA packets, when they are measured, then each is 64 samples of a channel`() throws {
        let inspection = try inspect(
            file(common(frames: 125, bits: 16, coding: "ima4") + sound(125 * 68), kind: "AIFC"))
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.codec == "adpcm_ima_qt")
    }

    @Test func `given counts that were left open, when the sound is measured, then it goes to the end`() throws {
        let open = common(frames: 0x7FFF_FFFF) + sound(32_000, claims: 0x7F00_0008)
        let inspection = try inspect(file(open, claims: 0x7F00_002E))
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.whole == true)
    }

    @Test func `given chunks in another order, when they are walked, then all is found`() throws {
        let tag = Bytes.chunk("ID3 ", Bytes.tag(20), isBig: true)
        let inspection = try inspect(file(sound(32_000) + tag + common()))
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == nil)
    }

    @Test(
        arguments: [
            (0, AIFFTests.rate, "declares 0 channels"),
            (1, [UInt8](repeating: 0, count: 10), "declares no sampling rate"),
            (1, [0x7F, 0xFF] + [UInt8](repeating: 0xFF, count: 8), "declares no sampling rate"),
            (1, [0xC0, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], "declares no sampling rate"),
        ] as [(Int, [UInt8], String)])
    func `given sound that no player can play, when it is measured, then its description is damaged`(
        channels: Int, rate: [UInt8], damage: String
    ) throws {
        let inspection = try inspect(file(common(channels: channels, rate: rate) + sound(32_000)))
        #expect(inspection.damage == damage)
        #expect(inspection.wholeUntil == 20)
        #expect(inspection.durationSeconds == nil)
    }

    @Test func `given chunks that are missing or cut, when the form is measured, then that is told`() throws {
        #expect(try inspect(file(common())).damage == "ends without the chunk SSND")
        #expect(try inspect(file(sound(100))).damage == "has no chunk COMM")
        #expect(try inspect(file(common() + sound(0))).damage == "has no samples")
        #expect(try inspect(file(common(frames: 0) + sound(40))).damage == "has no samples")
        let cut = try inspect(Array(file(common() + sound(32_000)).prefix(9000)))
        #expect(cut.damage == "ends inside the chunk SSND")
        #expect(cut.wholeUntil == 9000)
    }
}
