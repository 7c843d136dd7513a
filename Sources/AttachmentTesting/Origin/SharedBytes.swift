import Glibc

/// Bytes that never move or change, shared by any number of responses without copying: memory of its own or a mapped file.
public final class SharedBytes: @unchecked Sendable {
    // Unchecked: written only before `init` returns.
    let start: UnsafeRawPointer
    /// How many bytes.
    public let count: Int
    private let isMapped: Bool

    /// Copies the bytes once.
    public init(_ bytes: some Collection<UInt8>) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        buffer.copyBytes(from: bytes)
        start = UnsafeRawPointer(buffer.baseAddress!)
        count = bytes.count
        isMapped = false
    }

    /// Maps the file at `path`, which must not be cut while it is served.
    ///
    /// Corresponds to `mmap`; throws what `open`, `fstat` or `mmap` say. An empty file is no error.
    public convenience init(contentsOf path: String) throws(SystemFault) {
        let descriptor = try checked(open(path, O_RDONLY | O_CLOEXEC), "open \(path)")
        defer { close(descriptor) }
        var facts = stat()
        try checked(fstat(descriptor, &facts), "fstat \(path)")
        let count = Int(facts.st_size)
        guard count > 0 else {
            self.init([])
            return
        }
        guard let mapping = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), mapping != MAP_FAILED else {
            throw SystemFault("mmap \(path)")
        }
        self.init(mapping: mapping, count: count)
    }

    private init(mapping: UnsafeMutableRawPointer, count: Int) {
        start = UnsafeRawPointer(mapping)
        self.count = count
        isMapped = true
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: start), count)
        } else {
            UnsafeMutableRawPointer(mutating: start).deallocate()
        }
    }

    /// A copy of the bytes in that range.
    public func array(_ range: Range<Int>? = nil) -> [UInt8] {
        let range = range ?? 0..<count
        return Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }
}
