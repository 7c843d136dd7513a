import Glibc

/// Reads requests one after the other from a connection.
struct RequestReader: ~Copyable {
    private let wire: Wire
    private var buffer: [UInt8]
    private var filled = 0
    /// A head longer than this ends the connection: URLs of 64 KB must pass.
    private static let longestHead = 256 * 1024

    init(wire: Wire) {
        self.wire = wire
        buffer = [UInt8](repeating: 0, count: 8 * 1024)
    }

    /// The next request; nil when the client has gone or says something that is not HTTP/1.
    mutating func next() -> OriginRequest? {
        var searched = 0
        while true {
            if let end = endOfHead(from: max(0, searched - 3)) { return take(headLength: end) }
            searched = filled
            guard filled < Self.longestHead, fill() else { return nil }
        }
    }

    private mutating func take(headLength: Int) -> OriginRequest? {
        guard let head = RequestHead(buffer[..<headLength]) else { return nil }
        drop(headLength)
        while filled < head.bodyLength {
            guard fill() else { return nil }
        }
        let body = Array(buffer[..<head.bodyLength])
        drop(head.bodyLength)
        return head.request(body: body)
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            memmove(start, start + count, filled - count)
        }
        filled -= count
    }

    private mutating func fill() -> Bool {
        if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
        let offset = filled
        let got = buffer.withUnsafeMutableBytes {
            wire.receive(into: UnsafeMutableRawBufferPointer(rebasing: $0[offset...]))
        }
        guard got > 0 else { return false }
        filled += got
        return true
    }

    /// The length of the head with its empty line, once it is there.
    private func endOfHead(from start: Int) -> Int? {
        buffer.withUnsafeBufferPointer { bytes in
            var position = start
            while position + 3 < filled {
                if bytes[position + 3] == 10, bytes[position] == 13, bytes[position + 1] == 10,
                    bytes[position + 2] == 13
                {
                    return position + 4
                }
                position += 1
            }
            return nil
        }
    }
}

/// Request line and headers (RFC 9112 sections 3 and 5). The headers are kept as they came and read when somebody asks:
/// an origin behind a benchmark must cost little.
struct RequestHead {
    let method: String
    let target: String
    private let lines: [UInt8]
    private(set) var bodyLength = 0
    private(set) var staysOpen = true

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let end = bytes.firstIndex(of: 10) else { return nil }
        let words = bytes[..<end].split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8) else { return nil }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        staysOpen = !words[2].starts(with: "HTTP/1.0".utf8)
        lines = Array(bytes[(end + 1)...])
        noteFraming()
    }

    func request(body: [UInt8]) -> OriginRequest {
        OriginRequest(method: method, target: target, headerLines: lines, body: body, staysOpen: staysOpen)
    }

    private mutating func noteFraming() {
        var rest = lines[...]
        while let end = rest.firstIndex(of: 10) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            // By their length first: most lines are neither.
            switch line.firstIndex(of: UInt8(ascii: ":")).map({ $0 - line.startIndex }) {
            case 10: note(line)
            case 14: note(line)
            default: break
            }
        }
    }

    private mutating func note(_ line: ArraySlice<UInt8>) {
        guard let header = OriginHeader(line: line) else { return }
        switch header.name.lowercased() {
        case "connection": staysOpen = header.value.lowercased() != "close"
        case "content-length": bodyLength = Int(header.value) ?? 0
        default: break
        }
    }
}

extension OriginHeader {
    /// A line of a head, with or without its line end; nil without a colon.
    init?(line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == 9 }
        let end = value.lastIndex { $0 != 13 && $0 != UInt8(ascii: " ") && $0 != 9 }.map { $0 + 1 } ?? value.startIndex
        self.init(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
    }
}
