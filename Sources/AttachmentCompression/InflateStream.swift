internal import CZlib

/// One gzip or deflate stream that is decoded as it comes, over zlib.
///
/// It knows whether the stream has come to its end, which libcurl 7.88 does not tell: there a stream that stops in the
/// middle is a good body.
public final class InflateStream {
    /// What is around the compressed bytes.
    public enum Wrapping: Sendable {
        /// One or more members of gzip (RFC 1952).
        case gzip
        /// The zlib format (RFC 1950), or none at all: HTTP's `deflate` is met as both (RFC 9110 8.4.1.2).
        case deflate
    }

    /// Why decoding stopped.
    public enum Stop<Reason> {
        /// The bytes are no such stream; zlib's words for it.
        case broken(String)
        /// The taker of the bytes wants no more.
        case taken(Reason)
    }

    private let wrapping: Wrapping
    // On the heap, since zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer
    private var isOpen = false
    private var hasEnded = false
    /// How many bytes it has given.
    public private(set) var produced: Int64 = 0

    private static let outputBytes = 65_536

    public init(_ wrapping: Wrapping) {
        self.wrapping = wrapping
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(byteCount: Self.outputBytes, alignment: 16)
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deallocate()
        output.deallocate()
    }

    /// Whether nothing is missing: the stream has ended with its check sum, or has not begun.
    public var isComplete: Bool { hasEnded || !isOpen }

    /// Decodes the next bytes and gives what they make to `take`, piece by piece, until that returns a reason to stop.
    public func decode<Reason>(
        _ input: UnsafeRawBufferPointer, take: (UnsafeRawBufferPointer) -> Reason?
    ) -> Stop<Reason>? {
        guard let first = input.first else { return nil }
        if !isOpen {
            guard open(first: first) else { return .broken("zlib has no memory for it") }
        }
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
            if hasEnded, !beginMember() { return .broken("bytes follow its end") }
            if let stop = step(take) { return stop }
        } while stream.pointee.avail_in > 0 || (stream.pointee.avail_out == 0 && !hasEnded)
        return nil
    }

    private func step<Reason>(_ take: (UnsafeRawBufferPointer) -> Reason?) -> Stop<Reason>? {
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let code = inflate(stream, Z_NO_FLUSH)
        let made = output.count - Int(stream.pointee.avail_out)
        produced += Int64(made)
        if made > 0, let reason = take(UnsafeRawBufferPointer(rebasing: output[..<made])) { return .taken(reason) }
        switch code {
        case Z_STREAM_END: hasEnded = true
        // The latter: nothing could be done with what there is, so more input is needed.
        case Z_OK, Z_BUF_ERROR: break
        default: return .broken(stream.pointee.msg.map { String(cString: $0) } ?? "zlib code \(code)")
        }
        return nil
    }

    /// A gzip file may consist of several members (RFC 1952 2.2).
    private func beginMember() -> Bool {
        guard wrapping == .gzip, inflateReset(stream) == Z_OK else { return false }
        hasEnded = false
        return true
    }

    private func open(first: UInt8) -> Bool {
        isOpen = attach_inflate_init(stream, windowBits(first: first)) == Z_OK
        return isOpen
    }

    /// In zlib's terms: 15 is the largest window, 16 more asks for gzip, and a negative number for no wrapping. The
    /// first byte of a zlib stream names method 8 in its low half (RFC 1950 2.2).
    private func windowBits(first: UInt8) -> Int32 {
        switch wrapping {
        case .gzip: 15 + 16
        case .deflate: first & 0x0f == 8 ? 15 : -15
        }
    }
}
