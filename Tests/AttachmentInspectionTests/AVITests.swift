import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring AVI", .timeLimit(.minutes(1)))
struct AVITests {
    private func list(_ form: String, size: UInt64? = nil, _ body: [UInt8]) -> [UInt8] {
        Bytes.chunk("LIST", Array(form.utf8) + body, claims: size.map { Int($0) })
    }

    private func stream(
        _ kind: String, handler: String = "\0\0\0\0", scale: UInt64, rate: UInt64, length: UInt64, format: [UInt8]
    ) -> [UInt8] {
        let header =
            Array(kind.utf8) + Array(handler.utf8) + Bytes.zeroes(12) + Bytes.little(scale)
            + Bytes.little(rate) + Bytes.zeroes(4) + Bytes.little(length) + Bytes.zeroes(20)
        return list("strl", Bytes.chunk("strh", header) + Bytes.chunk("strf", format))
    }

    private func picture(_ codec: String = "FMP4", height: UInt64 = 48, length: UInt64 = 20) -> [UInt8] {
        let format =
            Bytes.little(40) + Bytes.little(64) + Bytes.little(height) + Bytes.little(24 << 16 | 1)
            + Array(codec.utf8) + Bytes.zeroes(20)
        return stream("vids", scale: 1, rate: 10, length: length, format: format)
    }

    private func sound(tag: UInt64 = 0x55, length: UInt64 = 2100) -> [UInt8] {
        let format = Bytes.little(tag, 2) + Bytes.zeroes(12) + Bytes.little(16, 2)
        return stream("auds", scale: 1, rate: 1000, length: length, format: format)
    }

    /// A file with these streams; `sizes` false leaves them as a recorder does that has not come to its end.
    private func file(_ streams: [[UInt8]], frames: UInt64 = 20, index: [UInt8] = [], sizes: Bool = true) -> [UInt8] {
        let main = Bytes.little(100_000) + Bytes.zeroes(12) + Bytes.little(frames) + Bytes.zeroes(36)
        let data = Bytes.chunk("00dc", [1, 2, 3, 4]) + Bytes.chunk("00dc")
        let body =
            Array("AVI ".utf8) + list("hdrl", Bytes.chunk("avih", main) + streams.flatMap(\.self))
            + list("movi", size: sizes ? nil : 0, data)
        return Bytes.chunk(
            "RIFF", body + (index.isEmpty ? [] : Bytes.chunk("idx1", index)), claims: sizes ? nil : 0)
    }

    private func row(_ code: String, bytes: UInt64) -> [UInt8] {
        Array(code.utf8) + Bytes.zeroes(8) + Bytes.little(bytes)
    }

    @Test func `given pictures and sound, when they are measured, then every fact is told`() throws {
        let found = try inspect(file([picture(), sound()]))
        #expect(found.mediaType == "video/x-msvideo")
        #expect([found.width, found.height] == [64, 48])
        #expect(found.frames == 20)
        #expect(found.durationSeconds == 2.1)
        #expect(found.codec == "mpeg4+mp3")
        #expect(found.whole == true)
    }

    @Test func `given empty frames in the index, when it is read, then they are not counted`() throws {
        let index = row("00dc", bytes: 4) + row("00dc", bytes: 0) + row("01wb", bytes: 0)
        let found = try inspect(file([picture(length: 2), sound()], index: index))
        #expect(found.frames == 1)
        #expect(found.whole == true)
    }

    @Test func `given sound alone, when it is measured, then it has no size`() throws {
        let found = try inspect(file([sound(tag: 1, length: 500)], frames: 0))
        #expect(found.mediaType == "video/x-msvideo")
        #expect(found.width == nil && found.frames == nil)
        #expect(found.durationSeconds == 0.5)
        #expect(found.codec == "pcm_s16le")
    }

    @Test(arguments: [
        ("H264", "h264"), ("xvid", "mpeg4"), ("MJPG", "mjpeg"), ("DIV3", "msmpeg4v3"), ("cvid", "cinepak"),
        ("\0\0\0\0", "rawvideo"), ("ZZZZ", "ZZZZ"),
    ])
    func `given a code of Windows, when it is read, then the codec has FFmpeg's name`(code: String, name: String) throws
    {
        #expect(try inspect(file([picture(code)])).codec == name)
    }

    @Test func `given rows from the top, when the height is read, then it is positive`() throws {
        #expect(try inspect(file([picture(height: 0xFFFF_FFD0)])).height == 48)
    }

    @Test func `given a file, when it is cut anywhere, then that is seen`() throws {
        try expectCutsAreSeen(file([picture(), sound()], index: row("00dc", bytes: 4)), from: 10)
    }

    @Test func `given a second list, when it is there or cut, then that is told`() throws {
        let first = file([picture()])
        let second = Bytes.chunk("RIFF", Array("AVIX".utf8) + list("movi", Bytes.chunk("00dc", [1, 2])))
        #expect(try inspect(first + second).whole == true)
        #expect(try inspect(first + second).foreignBytes == nil)
        let cut = try inspect(first + second.dropLast(3))
        #expect(cut.wholeUntil == Int64(first.count + second.count - 3))
    }

    @Test func `given a recording that was not closed, when it is measured, then nothing is said of its end`() throws {
        let found = try inspect(file([picture(length: 0)], frames: 0, sizes: false))
        #expect(found.whole == nil)
        #expect(found.width == 64)
    }

    @Test func `given what is no chunk inside of a list, when more follows the list, then its own end is the end`()
        throws
    {
        let first = file([picture()], index: row("00dc", bytes: 4))
        var odd = first
        odd.replaceSubrange(first.count - 24..<first.count - 20, with: [1, 2, 3, 4])
        for tail in [0, 100] {
            let found = try inspect(odd + [UInt8](repeating: 7, count: tail))
            #expect(found.whole == true)
            #expect(found.foreignBytes == (tail > 0 ? Int64(tail) : nil))
        }
    }

    @Test func `given another file behind the end, when it is measured, then it is foreign`() throws {
        let first = file([picture()])
        let found = try inspect(first + Bytes.chunk("RIFF", Array("WAVE".utf8)))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 12)
    }
}
