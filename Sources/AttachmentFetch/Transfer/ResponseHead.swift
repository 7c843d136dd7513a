/// The head of a response as libcurl hands it over line by line, interim responses (1xx) passed over.
struct ResponseHead {
    /// More than this is no head of a media response.
    static let maxBytes = 262_144

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var isComplete = false
    /// Whether any line has come.
    private(set) var hasBegun = false
    private var bytes = 0

    enum Event: Equatable {
        case more
        /// The head of the final response is complete.
        case complete
        case tooLarge
    }

    /// Takes one line with its line end; trailers after the body are passed over.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Event {
        hasBegun = true
        bytes += line.count
        guard bytes <= Self.maxBytes else { return .tooLarge }
        let text = String(decoding: line, as: UTF8.self).trimmingLineEnd()
        if text.hasPrefix("HTTP/") {
            begin(statusLine: text)
        } else if isComplete {
            return .more
        } else if text.isEmpty {
            isComplete = status >= 200
            return isComplete ? .complete : .more
        } else {
            headers.append(line: text)
        }
        return .more
    }

    /// Content-Length where it is one plain number.
    var contentLength: Int64? {
        guard let value = headers.first("content-length"), value.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int64(value)
    }

    /// How the body is coded.
    var codings: ContentCoding.Listing { ContentCoding.list(headers["content-encoding"]) }

    /// How many bytes the body has once it is decoded, where the head tells: Content-Length counts coded bytes.
    var decodedLength: Int64? { codings == .known([]) ? contentLength : nil }

    private mutating func begin(statusLine: String) {
        let words = statusLine.split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        headers = HTTPHeaders()
        isComplete = false
    }
}

extension String {
    fileprivate func trimmingLineEnd() -> String {
        var end = utf8.endIndex
        while end > utf8.startIndex {
            let previous = utf8.index(before: end)
            guard utf8[previous] == 13 || utf8[previous] == 10 else { break }
            end = previous
        }
        return String(self[..<end])
    }
}
