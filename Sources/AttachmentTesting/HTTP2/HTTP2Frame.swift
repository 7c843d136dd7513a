/// What goes over an HTTP/2 connection (RFC 9113 section 4.1).
struct HTTP2Frame: Hashable {
    enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case priority = 2
        case resetStream = 3
        case settings = 4
        case pushPromise = 5
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
        case continuation = 9
    }

    /// Bits whose meaning depends on the kind.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8

        /// Of SETTINGS and PING.
        static let acknowledges = Flags(rawValue: 0x1)
        /// Of DATA and HEADERS.
        static let endsStream = Flags(rawValue: 0x1)
        /// Of HEADERS and CONTINUATION.
        static let endsHeaders = Flags(rawValue: 0x4)
        /// Of DATA and HEADERS.
        static let isPadded = Flags(rawValue: 0x8)
        /// Of HEADERS.
        static let hasPriority = Flags(rawValue: 0x20)
    }

    /// The largest payload that every peer takes.
    static let largestPayload = 16_384

    let kind: Kind
    var flags: Flags = []
    /// 0 for the connection as a whole.
    var stream = 0
    var payload: [UInt8] = []

    /// As it goes over the wire.
    var bytes: [UInt8] {
        let count = UInt32(payload.count)
        var bytes: [UInt8] = [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        bytes += [kind.rawValue, flags.rawValue] + Self.bigEndian(UInt32(stream))
        return bytes + payload
    }

    /// What a DATA or HEADERS frame carries, without padding and priority; nil where these are longer than the frame.
    var content: ArraySlice<UInt8>? {
        var rest = payload[...]
        var padding = 0
        if flags.contains(.isPadded) { padding = rest.popFirst().map(Int.init) ?? 1 }
        let priority = kind == .headers && flags.contains(.hasPriority) ? 5 : 0
        guard rest.count >= padding + priority else { return nil }
        return rest.dropFirst(priority).dropLast(padding)
    }

    /// The number in four bytes of the payload.
    func number(at offset: Int) -> Int {
        payload[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

extension HTTP2Frame {
    static func resetStream(_ stream: Int, _ code: HTTP2Code) -> HTTP2Frame {
        HTTP2Frame(kind: .resetStream, stream: stream, payload: bigEndian(code.rawValue))
    }

    /// - Parameter last: the last stream that was or may have been looked at.
    static func goAway(_ code: HTTP2Code, last: Int) -> HTTP2Frame {
        HTTP2Frame(kind: .goAway, payload: bigEndian(UInt32(last)) + bigEndian(code.rawValue))
    }

    static func windowUpdate(_ stream: Int, by count: Int) -> HTTP2Frame {
        HTTP2Frame(kind: .windowUpdate, stream: stream, payload: bigEndian(UInt32(count)))
    }

    /// A header block, in as many frames as it needs.
    static func headers(_ block: [UInt8], stream: Int, endsStream: Bool) -> [HTTP2Frame] {
        var frames: [HTTP2Frame] = []
        var rest = block[...]
        repeat {
            let payload = Array(rest.prefix(largestPayload))
            rest = rest.dropFirst(payload.count)
            var flags: Flags = rest.isEmpty ? .endsHeaders : []
            if frames.isEmpty, endsStream { flags.insert(.endsStream) }
            let kind = frames.isEmpty ? Kind.headers : .continuation
            frames.append(HTTP2Frame(kind: kind, flags: flags, stream: stream, payload: payload))
        } while !rest.isEmpty
        return frames
    }
}

/// Bytes as they come, taken apart into frames.
struct HTTP2FrameBuffer {
    /// What a client says first (RFC 9113 section 3.4).
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes += more
    }

    /// Whether the bytes begin with the preface, which is taken away; nil while that cannot be told.
    mutating func takePreface() -> Bool? {
        guard bytes.count >= Self.preface.count else { return Self.preface.starts(with: bytes) ? nil : false }
        guard bytes.starts(with: Self.preface) else { return false }
        bytes.removeFirst(Self.preface.count)
        return true
    }

    /// The next frame; nil while it is not complete. Frames of unknown kinds are passed over, as they must be.
    mutating func next() -> HTTP2Frame? {
        while bytes.count >= 9 {
            let count = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
            guard bytes.count >= 9 + count else { return nil }
            let stream = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            let (kind, flags) = (bytes[3], HTTP2Frame.Flags(rawValue: bytes[4]))
            let payload = Array(bytes[9..<(9 + count)])
            bytes.removeFirst(9 + count)
            guard let kind = HTTP2Frame.Kind(rawValue: kind) else { continue }
            return HTTP2Frame(kind: kind, flags: flags, stream: stream, payload: payload)
        }
        return nil
    }
}
