public import AttachmentDomain
internal import AttachmentInspection
internal import Glibc

/// What a film of 50 MB costs whose index stands at its end: reads, bytes, memory.
public struct LargeFilm: Sendable {
    private static let holeBytes: Int64 = 50_000_000
    private static let readLimit = 12
    private static let memoryLimit = 2 << 20

    public let reads: Int
    public let bytesRead: Int64
    /// What the greatest memory of this process grew by, in bytes.
    public let memory: Int
    private let isMeasured: Bool

    public var isWithinLimit: Bool { isMeasured && reads <= Self.readLimit && memory < Self.memoryLimit }
    public var text: String {
        "a film of 50 MB with its index at the end: \(isMeasured ? "measured" : "NOT MEASURED") in \(reads) reads "
            + "(limit \(Self.readLimit)) of \(bytesRead) bytes, memory grew by \(memory) bytes (limit \(Self.memoryLimit))"
    }

    /// Stretches a labelled film by a hole before its index.
    public init(from corpus: Corpus, types: MediaTypeTable) throws {
        guard let file = corpus.files.first(where: { $0.file == "video/mp4-isom-h264-aac.mp4" }) else {
            throw Corpus.Fault(description: "\(corpus.folder) has no video/mp4-isom-h264-aac.mp4")
        }
        let film = try corpus.bytes(of: file)
        let recogniser = try MediaRecogniser(types: types)
        _ = try recogniser.recognise(MemoryWindow(film), complete: true)
        let hollow = HollowFilm(film, hole: Self.holeBytes)
        try GreatestMemory.forget()
        let before = try GreatestMemory.read()
        let answer = try recogniser.recognise(hollow, complete: true)
        memory = try GreatestMemory.read() - before
        reads = hollow.reads
        bytesRead = hollow.bytesRead
        if case .media(let facts) = answer, facts.whole == true, facts.width == file.width {
            isMeasured = true
        } else {
            isMeasured = false
        }
    }

}

/// The greatest memory of this process since it was last forgotten (proc(5), `VmHWM`, `clear_refs`).
private enum GreatestMemory {
    /// Begins anew with what is in use now. Throws where the system does not let it.
    static func forget() throws(Corpus.Fault) {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard write(descriptor, "5", 1) == 1 else { throw Corpus.Fault(description: "/proc/self/clear_refs is closed") }
    }

    /// In bytes.
    static func read() throws(Corpus.Fault) -> Int {
        let status = String(decoding: try Corpus.read("/proc/self/status", atMost: 8192), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let digits = line?.filter { "0"..."9" ~= $0 } ?? ""
        guard let kilobytes = Int(digits) else { throw Corpus.Fault(description: "/proc/self/status has no VmHWM") }
        return kilobytes * 1024
    }
}

/// A film with a box of nothing before its index, as a file that is never in memory.
private final class HollowFilm: ByteWindow {
    private let start: [UInt8]
    private let end: [UInt8]
    private let hole: Int64
    private(set) var reads = 0
    private(set) var bytesRead: Int64 = 0

    init(_ film: [UInt8], hole: Int64) {
        let index = Self.placeOfIndex(in: film)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: (hole + 8) >> Int64(24 - 8 * $0)) }
        start = Array(film[..<index]) + size + Array("free".utf8)
        end = Array(film[index...])
        self.hole = hole
    }

    /// Where the box moov begins, which is the last one.
    private static func placeOfIndex(in film: [UInt8]) -> Int {
        let name = Array("moov".utf8)
        return (film.indices.last { film[$0...].starts(with: name) } ?? 4) - 4
    }

    var size: Int64 { Int64(start.count) + hole + Int64(end.count) }

    func read(at offset: Int64, count: Int) -> [UInt8] {
        let until = min(size, offset + Int64(count))
        guard offset < until else { return [] }
        reads += 1
        bytesRead += until - offset
        return (offset..<until).map { place in
            if place < Int64(start.count) { return start[Int(place)] }
            let behind = place - Int64(start.count) - hole
            return behind < 0 ? 0 : end[Int(behind)]
        }
    }
}
