import AttachmentCorpus
import AttachmentDomain
import AttachmentInspection
import Glibc
import Testing

@Suite("recognising files by their bytes", .timeLimit(.minutes(1)))
struct RecognitionTests {
    static let corpus = TestCorpus.corpus
    static let files = corpus.files
    let types = MediaTypeTable(MediaType.defaults)

    @Test(arguments: files)
    func `given a labelled file, when it is looked at through a descriptor, then the answer is the same`(
        file: LabelledFile
    ) throws {
        let recogniser = try MediaRecogniser(types: types)
        let inMemory = try recogniser.recognise(MemoryWindow(Self.corpus.bytes(of: file)), complete: true)
        let descriptor = open(Self.corpus.path(of: file), O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(try recogniser.recognise(FileWindow(descriptor: descriptor), complete: true) == inMemory)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
    }

    @Test(arguments: files.filter(\.isMedia))
    func `given the head of media, when more may come, then it is never called no media`(file: LabelledFile) throws {
        let recogniser = try MediaRecogniser(types: types)
        let bytes = try Self.corpus.bytes(of: file)
        let last = try recogniser.recognise(MemoryWindow(bytes), complete: true)
        for length in [1, 2, 4, 8, 12, 16, 20, 33, 64, 128, 256, 512, 1024, 2048, 4096, 8192] where length < bytes.count
        {
            let early = try recogniser.recognise(MemoryWindow(Array(bytes.prefix(length))), complete: false)
            #expect(early == .undecided || early.names(last), "at \(length)")
        }
    }

    @Test(arguments: [
        "html-404.jpg", "html-bom.jpg", "html-comment-first.jpg", "html-with-inline-svg.svg", "html-utf16.jpg",
        "s3-access-denied.jpg", "xhtml.jpg", "json-long-string.jpg", "html-long-comment.jpg", "dash-manifest.mp4",
    ])
    func `given a page, when enough of it is there, then it is no media before its end`(name: String) throws {
        let recogniser = try MediaRecogniser(types: types)
        let file = try #require(Self.files.first { $0.file == "invalid/\(name)" })
        let bytes = try Self.corpus.bytes(of: file)
        let head = Array(bytes.prefix(max(bytes.count - 16, 0)))
        guard case .notMedia = try recogniser.recognise(MemoryWindow(head), complete: false) else {
            Issue.record("not told from its first \(head.count) bytes")
            return
        }
    }

    @Test func `given no bytes, when more may come or not, then the answer tells which`() throws {
        let recogniser = try MediaRecogniser(types: types)
        #expect(try recogniser.recognise(MemoryWindow([]), complete: true) == .empty)
        #expect(try recogniser.recognise(MemoryWindow([]), complete: false) == .undecided)
    }

    @Test(
        arguments: [
            "all is well, said the page".utf8.flatMap { [$0, 0, 0, 0] }, [UInt8](repeating: 0, count: 40),
            [0, 0xD8, 0, 0, 0, 0xDC, 0, 0, 0x41, 0, 0, 0],
        ] as [[UInt8]])
    func `given text in UTF-32, when it is looked at, then it is no media and no fault`(text: [UInt8]) throws {
        let recogniser = try MediaRecogniser(types: types)
        let answer = try recogniser.recognise(MemoryWindow([0xFF, 0xFE, 0, 0] + text), complete: true)
        guard case .notMedia = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test func `given a table without a type, when its bytes are looked at, then they are unsupported`() throws {
        let recogniser = try MediaRecogniser(
            types: MediaTypeTable(MediaType.defaults.filter { $0.mime != "image/png" }))
        let file = try #require(Self.files.first { $0.file == "image/png-1x1.png" })
        let answer = try recogniser.recognise(MemoryWindow(Self.corpus.bytes(of: file)), complete: true)
        #expect(answer == .unsupported(mime: "image/png"))
    }

    @Test func `given a PNG, when it is recognised, then name, UTI and extension are the table's`() throws {
        let recogniser = try MediaRecogniser(types: types)
        let file = try #require(Self.files.first { $0.file == "wrongname/png-named.jpg" })
        let answer = try recogniser.recognise(MemoryWindow(Self.corpus.bytes(of: file)), complete: true)
        let expected = Inspection(mediaType: "image/png", uti: "public.png", fileExtension: "png", kind: .image)
        #expect(answer.names(.media(expected)))
    }

    @Test func `given a closed descriptor, when a window is made, then the system's reason is told`() {
        #expect(throws: InspectionFault.unreadable(errno: EBADF)) { try FileWindow(descriptor: -1) }
    }
}

extension Recognition {
    /// Whether both say the same of type and kind: of the head of a file no more can be told.
    func names(_ other: Recognition) -> Bool {
        guard case .media(let mine) = self, case .media(let its) = other else { return self == other }
        return mine.mediaType == its.mediaType && mine.kind == its.kind
    }
}
