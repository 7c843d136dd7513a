import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct ServingTests {
    private let directory: TemporaryDirectory
    private let tree: FileTree

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("0123456789", to: "a b.JPG")
        try directory.write("hidden", to: ".secret")
        tree = FileTree(root: directory.path)
    }

    private func ask(_ target: String, _ headers: OriginHeader..., method: String = "GET") -> ScriptedResponse {
        tree.response(to: OriginRequest(method: method, target: target, headers: headers))
    }

    private func value(_ name: String, in response: ScriptedResponse) -> String? {
        response.headers.first { $0.name == name }?.value
    }

    @Test func `given a file, when asked for, then it comes with type, tag, time and a lifetime`() {
        let response = ask("/a%20b.JPG?x=1")
        #expect(response.status == 200)
        #expect(response.body.array == Array("0123456789".utf8))
        #expect(
            response.headers.map(\.name) == [
                "Content-Type", "ETag", "Last-Modified", "Cache-Control", "Accept-Ranges",
            ])
        #expect(value("Content-Type", in: response) == "image/jpeg")
    }

    @Test(arguments: ["/none", "/", "/../a%20b.JPG", "/%2e%2e/a", "/.secret", "/%zz", "/a%00b"])
    func `given no such file or a way out, when asked for, then 404`(target: String) {
        #expect(ask(target).status == 404)
    }

    @Test func `given another method, when it comes, then 405 names the allowed ones`() {
        #expect(value("Allow", in: ask("/a%20b.JPG", method: "PUT")) == "GET, HEAD")
    }

    @Test func `given a known tag or time, when asked for, then 304 without a body`() throws {
        let first = ask("/a%20b.JPG")
        let tag = try #require(value("ETag", in: first))
        let time = try #require(value("Last-Modified", in: first))
        #expect(ask("/a%20b.JPG", OriginHeader("If-None-Match", "\"x\", \(tag)")).status == 304)
        #expect(ask("/a%20b.JPG", OriginHeader("If-None-Match", "\"x\"")).status == 200)
        #expect(ask("/a%20b.JPG", OriginHeader("If-Modified-Since", time)).status == 304)
        // The tag decides where both are given (RFC 9110 section 13.2.2).
        let both = ask("/a%20b.JPG", OriginHeader("If-None-Match", "\"x\""), OriginHeader("If-Modified-Since", time))
        #expect(both.status == 200)
    }

    @Test(arguments: [
        ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=8-99", 206, "89", "bytes 8-9/10"),
        ("bytes=7-", 206, "789", "bytes 7-9/10"), ("bytes=-2", 206, "89", "bytes 8-9/10"),
        ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
    ])
    func `given a range, when asked for, then that part comes`(
        header: String, status: Int, body: String, place: String
    ) {
        let response = ask("/a%20b.JPG", OriginHeader("Range", header))
        #expect(response.status == status)
        #expect(String(decoding: response.body.array, as: UTF8.self) == body)
        #expect(value("Content-Range", in: response) == place)
    }

    @Test func `given a range beyond the end, when asked for, then 416 tells the length`() {
        let response = ask("/a%20b.JPG", OriginHeader("Range", "bytes=10-"))
        #expect(response.status == 416)
        #expect(value("Content-Range", in: response) == "bytes */10")
    }

    @Test(arguments: ["lines=0-3", "bytes=3-1", "bytes=0-1,3-4", "bytes=-", "bytes=x-"])
    func `given a range that means nothing here, when asked for, then the whole comes`(header: String) {
        #expect(ask("/a%20b.JPG", OriginHeader("Range", header)).status == 200)
    }

    @Test func `given If-Range of another file, when asked for, then the whole comes`() {
        let response = ask("/a%20b.JPG", OriginHeader("Range", "bytes=0-3"), OriginHeader("If-Range", "\"x\""))
        #expect(response.status == 200)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_700_000_000, "Tue, 14 Nov 2023 22:13:20 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    ])
    func `given a time, when HTTP writes it, then so`(seconds: Int64, text: String) {
        #expect(httpDate(seconds) == text)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct GeneratedMediaTests {
    @Test(arguments: [256, 1024, 40_000, 65_692, 65_693, 65_694, 65_695, 65_696, 65_697, 65_700, 65_701, 200_000])
    func `given a size, when pictures are made, then they have it, are whole, and differ`(size: Int) {
        let template = GeneratedJPEG(size: size)
        let (one, two) = (template.body(number: 1).array, template.body(number: 2).array)
        #expect(one.count == size)
        #expect(two.count == size)
        #expect(one != two)
        #expect(markers(of: one) == markers(of: two))
        #expect(markers(of: one).filter { $0 != 0xFE } == [0xE0, 0xDB, 0xC0, 0xC4, 0xC4, 0xDA])
        #expect(one.suffix(2) == [0xFF, 0xD9])
    }

    /// Walks the segments up to the scan; what does not fit together ends the walk early.
    private func markers(of bytes: [UInt8]) -> [UInt8] {
        var position = 2
        var found: [UInt8] = []
        while position + 4 <= bytes.count, bytes[position] == 0xFF, found.last != 0xDA {
            found.append(bytes[position + 1])
            position += 2 + Int(bytes[position + 2]) * 256 + Int(bytes[position + 3])
        }
        return found
    }

    @Test(arguments: [1024, 50_000, 3_000_000])
    func `given a size, when a film is made, then its boxes fill it and the sample lies in the media`(size: Int) {
        let bytes = GeneratedMP4.body(size: size).array
        #expect(bytes.count == size)
        #expect(boxes(of: bytes) == ["ftyp", "moov", "mdat"])
    }

    private func boxes(of bytes: [UInt8]) -> [String] {
        var position = 0
        var found: [String] = []
        while position + 16 <= bytes.count {
            found.append(String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self))
            let short = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            let long = bytes[(position + 8)..<(position + 16)].reduce(0) { $0 << 8 | Int($1) }
            position += short == 1 ? long : short
        }
        return position == bytes.count ? found : []
    }

    @Test func `given targets, when media are asked for, then ours are answered`() {
        let media = GeneratedMedia()
        func ask(_ target: String) -> ScriptedResponse? {
            media.response(to: OriginRequest(method: "GET", target: target))
        }
        #expect(ask("/unique/7.jpg?size=2000")?.body.count == 2000)
        #expect(ask("/unique/7.jpg")?.body.count == 40_000)
        #expect(ask("/big.mp4?size=60000")?.body.count == 60_000)
        #expect(ask("/unique/7.jpg?size=3")?.status == 404)
        #expect(ask("/unique/x.jpg") == nil)
        #expect(ask("/other") == nil)
    }
}
