import AttachmentDomain

/// The head of a response as libcurl hands it over line by line, interim responses (1xx) passed over.
struct ResponseHead {
    /// More than this is no head of a media response.
    static let maxBytes = 262_144
    private static let space = UInt8(ascii: " ")

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    /// The first Location as its bytes, which may not be UTF-8.
    private(set) var location: [UInt8]?
    /// Whether the last line is that one's, which the next may go on with.
    private var isInLocation = false
    /// Whether the version is 1.0 or 1.1, in which a body may end with its connection.
    private(set) var isHTTP1 = true
    private(set) var isComplete = false
    /// Whether any line has come.
    private(set) var hasBegun = false
    private var bytes = 0
    /// Whether a status line may come: at the start, and after each interim response.
    private var isBetweenHeads = true

    enum Event: Equatable {
        case more
        /// The head of the final response is complete.
        case complete
        case tooLarge
    }

    /// Takes one line with its line end; what follows the head of the final response is passed over, trailers that look
    /// like a status line too.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Event {
        hasBegun = true
        bytes += line.count
        guard bytes <= Self.maxBytes else { return .tooLarge }
        guard !isComplete else { return .more }
        let line = line.withoutLineEnd
        guard !line.isEmpty else {
            isBetweenHeads = true
            // 101 ends HTTP on its connection (RFC 9110 15.2.2), and nobody asked for that.
            isComplete = status >= 200 || status == 101
            return isComplete ? .complete : .more
        }
        if isBetweenHeads, line.starts(with: "HTTP/".utf8) {
            begin(statusLine: line)
        } else {
            headers.append(line: line)
            noteLocation(line)
        }
        isBetweenHeads = false
        return .more
    }

    /// Whether it tells where to go on (RFC 9110 10.2.2).
    var hasLocation: Bool { !(location ?? []).isEmpty }

    /// Whether it is a success (RFC 9110 15.3).
    var isSuccess: Bool { (200..<300).contains(status) }

    /// Content-Length where it is one plain number.
    var contentLength: Int64? {
        guard let value = headers.first("content-length"), value.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int64(value)
    }

    /// Why nothing can be told of where the body ends; nil where it can. libcurl passes over numbers that are too large,
    /// takes the last of several, and reads to the end of the connection what has another transfer coding.
    var framingFault: String? {
        if isHTTP1, let coding = headers["transfer-encoding"], coding.lowercased() != "chunked" {
            return "it has the transfer coding \(coding.prefix(32)), which was not asked for"
        }
        guard let lengths = headers["content-length"] else { return nil }
        let words = Set(lengths.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingOWS() })
        guard let word = words.first, words.count == 1, !word.isEmpty, word.utf8.allSatisfy({ (48...57).contains($0) }),
            Int64(word) != nil
        else { return "its Content-Length \(lengths.prefix(64)) is no number of bytes" }
        return nil
    }

    /// Whether nothing but the end of the connection tells the end of the body (RFC 9112 6.3).
    var isEndedByConnection: Bool {
        isHTTP1 && headers["content-length"] == nil && headers["transfer-encoding"] == nil
    }

    /// How the body is coded.
    var codings: ContentCoding.Listing { ContentCoding.list(headers["content-encoding"]) }

    /// How many bytes the body has once it is decoded, where the head tells: Content-Length counts coded bytes.
    var decodedLength: Int64? { codings == .known([]) ? contentLength : nil }

    /// Keeps the bytes of a first Location, which its field has as text; blanks at its ends are no part of a URL.
    private mutating func noteLocation(_ line: UnsafeRawBufferPointer) {
        if line.first.map(Self.isBlank) ?? false {
            guard isInLocation, let first = location else { return }
            let more = line.drop(while: Self.isBlank)
            location = first.isEmpty || more.isEmpty ? first + more : first + [Self.space] + more
            return
        }
        isInLocation = location == nil && headers.fields.last?.name.equalsIgnoringCase("location") ?? false
        guard isInLocation, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        location = Array(line[(colon + 1)...].drop(while: Self.isBlank))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == UInt8(ascii: "\t") }

    /// `HTTP/1.1 200 OK`: the second word is the status, 0 where it has not three digits (RFC 9112 4).
    private mutating func begin(statusLine: UnsafeRawBufferPointer) {
        let word = statusLine.drop { $0 != Self.space }.drop { $0 == Self.space }.prefix { $0 != Self.space }
        let isStatus = word.count == 3 && word.allSatisfy { (48...57).contains($0) }
        status = isStatus ? word.reduce(0) { $0 * 10 + Int($1) - 48 } : 0
        headers = HTTPHeaders()
        (location, isInLocation) = (nil, false)
        isHTTP1 = statusLine.starts(with: "HTTP/1".utf8)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        while end > 0, self[end - 1] == UInt8(ascii: "\n") || self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }
}
