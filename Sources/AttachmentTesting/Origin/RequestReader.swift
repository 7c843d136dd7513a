import Glibc

/// Reads requests one after the other from a connection.
struct RequestReader: ~Copyable {
    private let connection: Int32
    private var buffer: [UInt8]
    private var filled = 0
    /// A head longer than this ends the connection: URLs of 64 KB must pass.
    private static let longestHead = 256 * 1024

    init(connection: Int32) {
        self.connection = connection
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
        let room = buffer.count - filled
        let offset = filled
        while true {
            let got = buffer.withUnsafeMutableBytes { recv(connection, $0.baseAddress! + offset, room, 0) }
            if got > 0 {
                filled += got
                return true
            }
            guard got < 0, errno == EINTR else { return false }
        }
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

/// Request line and headers (RFC 9112 sections 3 and 5).
struct RequestHead {
    let method: String
    let target: String
    let headers: [OriginHeader]
    private(set) var bodyLength = 0
    private(set) var staysOpen = true

    init?(_ bytes: ArraySlice<UInt8>) {
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: true).makeIterator()
        guard let first = lines.next() else { return nil }
        let words = first.split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8) else { return nil }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        staysOpen = !words[2].starts(with: "HTTP/1.0".utf8)
        var headers: [OriginHeader] = []
        while let line = lines.next(), let header = Self.header(line) {
            headers.append(header)
        }
        self.headers = headers
        for header in headers {
            note(header)
        }
    }

    func request(body: [UInt8]) -> OriginRequest {
        OriginRequest(method: method, target: target, headers: headers, body: body, staysOpen: staysOpen)
    }

    private mutating func note(_ header: OriginHeader) {
        switch header.name.utf8.count {
        case 10 where header.name.lowercased() == "connection":
            staysOpen = header.value.lowercased() != "close"
        case 14 where header.name.lowercased() == "content-length":
            bodyLength = Int(header.value) ?? 0
        default:
            break
        }
    }

    private static func header(_ line: ArraySlice<UInt8>) -> OriginHeader? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == 9 }
        let end = value.lastIndex { $0 != 13 && $0 != UInt8(ascii: " ") && $0 != 9 }.map { $0 + 1 } ?? value.startIndex
        return OriginHeader(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
    }
}
