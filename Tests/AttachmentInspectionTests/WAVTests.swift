import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring WAV", .timeLimit(.minutes(1)))
struct WAVTests {
    /// The chunk `fmt `, with `extra` behind its sixteen bytes.
    private func format(
        tag: Int = 1, channels: Int = 2, rate: Int = 8000, block: Int = 4, bits: Int = 16, extra: [UInt8] = [],
        isBig: Bool = false
    ) -> [UInt8] {
        let fields = [(tag, 2), (channels, 2), (rate, 4), (rate * block, 4), (block, 2), (bits, 2)]
        let body = fields.flatMap { isBig ? Bytes.big($0.0, $0.1) : Bytes.little($0.0, $0.1) }
        return Bytes.chunk("fmt ", body + extra, isBig: isBig)
    }

    private func data(_ count: Int, claims size: Int? = nil, isBig: Bool = false) -> [UInt8] {
        Bytes.chunk("data", [UInt8](repeating: 0x55, count: count), claims: size, isBig: isBig)
    }

    @Test func `given WAV, when it is measured, then its samples tell the time and it is whole`() throws {
        let file = Bytes.form("RIFF", "WAVE", format() + data(16_000))
        let inspection = try inspect(file)
        #expect(inspection.mediaType == "audio/wav")
        #expect(inspection.durationSeconds == 0.5)
        #expect(inspection.codec == "pcm_s16le")
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == nil)
        try expectCutsAreTold(of: Bytes.form("RIFF", "WAVE", format() + data(60)))
    }

    @Test(arguments: [
        (1, 1, 8, "pcm_u8"), (1, 3, 24, "pcm_s24le"), (1, 4, 32, "pcm_s32le"), (3, 4, 32, "pcm_f32le"),
        (3, 8, 64, "pcm_f64le"), (6, 1, 8, "pcm_alaw"), (7, 1, 8, "pcm_mulaw"),
    ])
    func `given plain samples, when they are measured, then their size tells coding and time`(
        tag: Int, width: Int, bits: Int, codec: String
    ) throws {
        let file = Bytes.form(
            "RIFF", "WAVE", format(tag: tag, channels: 1, block: width, bits: bits) + data(width * 4000))
        let inspection = try inspect(file)
        #expect(inspection.codec == codec)
        #expect(inspection.durationSeconds == 0.5)
    }

    @Test(arguments: [
        (0x02, 500, "adpcm_ms", 125.0), (0x11, 505, "adpcm_ima_wav", 126.25), (0x31, 320, "gsm_ms", 80),
        // Without samples in a block, as in MP3, the bytes of a second count.
        (0x55, 0, "mp3", 0.25),
    ])
    func `given compressed samples, when they are measured, then blocks or bytes a second tell the time`(
        tag: Int, samples: Int, codec: String, seconds: Double
    ) throws {
        let block = samples == 0 ? 1 : 256
        let extra = Bytes.little(2, 2) + Bytes.little(samples, 2)
        let chunk = format(tag: tag, channels: 1, block: block, bits: 4, extra: extra)
        let inspection = try inspect(Bytes.form("RIFF", "WAVE", chunk + data(2000 * block)))
        #expect(inspection.codec == codec)
        #expect(inspection.durationSeconds == seconds)
    }

    @Test func `given the chunk fact, when sound is compressed, then it counts the samples, and no plain ones`() throws
    {
        let fact = Bytes.chunk("fact", Bytes.little(24_000))
        let extra = Bytes.little(2, 2) + Bytes.little(505, 2)
        let compressed = format(tag: 0x11, channels: 1, block: 256, bits: 4, extra: extra)
        #expect(try inspect(Bytes.form("RIFF", "WAVE", compressed + fact + data(2560))).durationSeconds == 3)
        #expect(try inspect(Bytes.form("RIFF", "WAVE", format() + fact + data(32_000))).durationSeconds == 1)
    }

    @Test func `given the extensible format, when it is measured, then its sub-format counts`() throws {
        let extra: [UInt8] = [22, 0, 32, 0, 0, 0, 0, 0, 3, 0] + Bytes.zeroes(14)
        let file = Bytes.form("RIFF", "WAVE", format(tag: 0xFFFE, block: 8, bits: 32, extra: extra) + data(800))
        #expect(try inspect(file).codec == "pcm_f32le")
    }

    @Test func `given RIFX, when it is measured, then all numbers have the highest byte first`() throws {
        let file = Bytes.form("RIFX", "WAVE", format(isBig: true) + data(32_000, isBig: true), isBig: true)
        let inspection = try inspect(file)
        #expect(inspection.durationSeconds == 1)
        #expect(inspection.codec == "pcm_s16be")
        #expect(inspection.whole == true)
    }

    @Test(arguments: ["RF64", "BW64"])
    func `given sizes of 64 bits, when they are measured, then they stand for those of 32`(code: String) throws {
        func file(_ dataBytes: Int) -> [UInt8] {
            let long = Bytes.chunk("ds64", Bytes.little(32_100, 8) + Bytes.little(dataBytes, 8) + Bytes.zeroes(12))
            let tail = Bytes.chunk("LIST", Bytes.zeroes(10))
            return Bytes.form(
                code, "WAVE", long + format() + data(32_000, claims: 0xFFFF_FFFF) + tail, claims: 0xFFFF_FFFF)
        }
        #expect(try inspect(file(32_000)).durationSeconds == 1)
        #expect(try inspect(file(32_000)).whole == true)
        let cut = try inspect(file(40_000))
        #expect(cut.whole == false)
        #expect(cut.wholeUntil == Int64(file(40_000).count))
        #expect(try inspect(file(.max)).whole == false)
    }

    @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 0x8000_0000, 0x7FFF_FFFF, 0xFFFF_FFD8])
    func `given a size that was left open, when the samples are measured, then they go to the end`(size: Int) throws {
        let file = Bytes.form("RIFF", "WAVE", format() + data(32_000, claims: size), claims: size)
        #expect(try inspect(file).durationSeconds == 1)
        #expect(try inspect(file).whole == true)
    }

    @Test func `given chunks in any order and unknown ones, when they are walked, then all is found`() throws {
        let junk = Bytes.chunk("JUNK", Bytes.zeroes(31))
        let notes = Bytes.chunk("LIST", Array("INFO".utf8))
        let file = Bytes.form("RIFF", "WAVE", junk + data(32_000) + notes + format())
        #expect(try inspect(file).durationSeconds == 1)
        #expect(try inspect(file).whole == true)
    }

    @Test func `given an odd chunk, when its padding is missing, then the next one is found all the same`() throws {
        let unpadded = Array("JUNK".utf8) + Bytes.little(3) + [1, 2, 3]
        let file = Bytes.form("RIFF", "WAVE", unpadded + format() + data(32_000))
        #expect(try inspect(file).durationSeconds == 1)
        let last = Bytes.form("RIFF", "WAVE", format(channels: 1, block: 1, bits: 8) + data(801)).dropLast()
        #expect(try inspect(Array(last)).whole == true)
    }

    @Test func `given a form size that is wrong, when the samples are all there, then the file is whole`() throws {
        for size in [4, 36, 44, 32_052, 40_000] {
            let file = Bytes.form("RIFF", "WAVE", format() + data(32_000), claims: size)
            #expect(try inspect(file).whole == true, "\(size)")
        }
    }

    @Test func `given bytes behind the form, when it is measured, then they are foreign`() throws {
        let file = Bytes.form("RIFF", "WAVE", format() + data(32_000))
        let archive: [UInt8] = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 7, count: 60)
        #expect(try inspect(file + archive).foreignBytes == 64)
        #expect(try inspect(file + Bytes.oldTag).whole == true)
    }

    @Test(arguments: [
        (0, 8000, "declares 0 channels"), (2, 0, "declares a sampling rate of 0"),
    ])
    func `given samples that no player can play, when they are measured, then the format is damaged`(
        channels: Int, rate: Int, damage: String
    ) throws {
        let inspection = try inspect(
            Bytes.form("RIFF", "WAVE", format(channels: channels, rate: rate) + data(32_000)))
        #expect(inspection.whole == false)
        #expect(inspection.wholeUntil == 20)
        #expect(inspection.damage == damage)
    }

    @Test func `given chunks that are missing, when the form is measured, then that is told`() throws {
        #expect(try inspect(Bytes.form("RIFF", "WAVE", format())).damage == "ends without the chunk data")
        #expect(try inspect(Bytes.form("RIFF", "WAVE", format() + data(0))).damage == "has no samples")
        #expect(try inspect(Bytes.form("RIFF", "WAVE", data(100))).damage == "has no chunk fmt")
        let broken = try inspect(Bytes.form("RIFF", "WAVE", format() + [1, 2, 3, 4, 5, 6, 7, 8] + data(100)))
        #expect(broken.damage == "has no chunk where one must begin")
        #expect(broken.wholeUntil == 36)
    }

    @Test func `given a cut file, when it is measured, then it is sound up to its end`() throws {
        let file = Bytes.form("RIFF", "WAVE", format() + data(32_000) + Bytes.chunk("LIST", Bytes.zeroes(100)))
        for (count, damage) in [
            (10, "ends inside its signature"), (12, "ends without the chunk data"),
            (17, "ends inside the head of a chunk"),
            (30, "ends inside the chunk fmt"), (20_000, "ends inside the chunk data"),
            (32_047, "ends inside the head of a chunk"), (32_100, "ends inside the chunk LIST"),
        ] {
            let inspection = try inspect(Array(file.prefix(count)))
            #expect(inspection.damage == damage, "\(count)")
            #expect(inspection.wholeUntil == Int64(count))
        }
    }

    @Test func `given other forms of RIFF, when they are looked at, then they are no WAV`() throws {
        let other = Bytes.form("RIFF", "WAVY", format() + data(8))
        #expect(try look(at: other) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("RIFF".utf8)) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("RIFF\u{1}\u{2}\u{3}\u{4}WA".utf8), complete: false) == .undecided)
    }
}
