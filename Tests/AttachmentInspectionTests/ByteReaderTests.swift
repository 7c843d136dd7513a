import Testing

@testable import AttachmentInspection

/// What the readers read through: short reads, memory for what was read, and the budget.
@Suite(.timeLimit(.minutes(1)))
struct ByteReaderTests {
    /// A file of zeroes that counts what is asked of it.
    private final class CountingFile: ByteWindow {
        let size: Int64
        private(set) var reads = 0
        private(set) var largest = 0

        init(size: Int64) {
            self.size = size
        }

        func read(at offset: Int64, count: Int) -> [UInt8] {
            reads += 1
            largest = max(largest, count)
            return [UInt8](repeating: 0, count: Int(max(0, min(Int64(count), size - offset))))
        }
    }

    @Test func `given a file, when neighbours are read, then the medium is asked once`() throws {
        let file = CountingFile(size: 50_000_000)
        let bytes = ByteReader(file, isComplete: true)
        for place in 0..<1000 { #expect(try bytes.byte(at: 30_000_000 + Int64(place)) == 0) }
        #expect(file.reads == 1)
    }

    @Test func `given a file, when some places are read in turn, then each is asked for once`() throws {
        let file = CountingFile(size: 50_000_000)
        let bytes = ByteReader(file, isComplete: true)
        for _ in 0..<100 {
            for place in [1_000_000, 20_000_000, 49_999_990] as [Int64] {
                #expect(try bytes.bigEndian(at: place) == 0)
            }
        }
        #expect(file.reads == 3)
    }

    @Test func `given a scan, when it runs to the end, then every byte comes once and in portions`() throws {
        let file = CountingFile(size: 1_000_000)
        let bytes = ByteReader(file, isComplete: true)
        var offset: Int64 = 0
        while true {
            let run = try bytes.run(at: offset)
            guard !run.isEmpty else { break }
            offset += Int64(run.count)
        }
        #expect(offset == 1_000_000)
        #expect(file.reads == 16)
        #expect(file.largest <= 65_536)
    }

    @Test func `given few bytes at hand, when a run begins there, then it is no shorter than the file asks for`() throws
    {
        let bytes = ByteReader(CountingFile(size: 1_000_000), isComplete: true)
        _ = try bytes.head(4096)
        #expect(try bytes.run(at: 4095).count >= 1024)
        let piece = try bytes.run(at: 500_000).count
        #expect(try bytes.run(at: 500_000 + Int64(piece) - 2).count >= 1024)
        #expect(try bytes.run(at: 999_999).count == 1)
    }

    @Test func `given an absurd count, when it is asked for, then no more is read than a head`() throws {
        let file = CountingFile(size: 50_000_000)
        let bytes = ByteReader(file, isComplete: true)
        #expect(try bytes.bytes(at: 10, count: .max).count == 65_536)
        #expect(file.largest == 65_536)
    }

    @Test func `given reads beyond the end, when no more comes, then they are short, and else that is told`() throws {
        for isComplete in [true, false] {
            let bytes = ByteReader(MemoryWindow([1, 2, 3]), isComplete: isComplete)
            #expect(try bytes.bytes(at: 2, count: 4) == [3])
            #expect(try bytes.byte(at: 3) == nil)
            #expect(try bytes.byte(at: .max) == nil)
            #expect(try bytes.byte(at: -1) == nil)
            #expect(try bytes.run(at: 3).isEmpty)
            #expect(bytes.ranShort == !isComplete)
            #expect(bytes.size == (isComplete ? 3 : nil))
        }
    }

    @Test func `given a file that is jumped about in, when the budget is spent, then nothing more is read`() throws {
        let file = CountingFile(size: .max / 2)
        let bytes = ByteReader(file, isComplete: true)
        var place: Int64 = 0
        while try bytes.byte(at: place) != nil { place += 1_000_000 }
        #expect(bytes.isSpent)
        #expect(file.reads <= ReadBudget.readLimit)
        #expect(Int64(file.reads) * 16_384 <= ReadBudget.byteLimit)
    }

    @Test func `given entries without end, when they are taken, then the budget ends them`() {
        let bytes = ByteReader(MemoryWindow([1]), isComplete: true)
        var entries = 0
        while bytes.takes() { entries += 1 }
        #expect(entries == ReadBudget.entryLimit)
        #expect(bytes.isSpent)
        #expect(!bytes.takes(entries: .max))
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], true, true), ([0xFF, 0xD8], true, true), ([0xFF], true, false),
            ([0xFF, 0xD8], false, false), ([0xFF, 0xD9], true, false), ([], true, false),
        ] as [([UInt8], Bool, Bool)])
    func `given the start of a signature, when no more comes, then two of its bytes are enough`(
        start: [UInt8], isComplete: Bool, expected: Bool
    ) throws {
        let bytes = ByteReader(MemoryWindow(start), isComplete: isComplete)
        #expect(try bytes.begins(with: [0xFF, 0xD8, 0xFF]) == expected)
    }

    @Test func `given numbers of either order, when they are read, then they have their bytes' values`() throws {
        let bytes = ByteReader(MemoryWindow([0x01, 0x02, 0x03, 0x04, 0xFF, 0xFF, 0xFF, 0xFF]), isComplete: true)
        #expect(try bytes.bigEndian(at: 0, count: 2) == 0x0102)
        #expect(try bytes.littleEndian(at: 0) == 0x0403_0201)
        #expect(try bytes.bigEndian(at: 0, count: 8) == 0x0102_0304_FFFF_FFFF)
        #expect(try bytes.littleEndian(at: 5, count: 4) == nil)
        #expect(try bytes.code(at: 0) == FourCC(0x0102_0304))
    }
}
