import AttachmentDomain
import FuzzPromises

@testable import AttachmentFetch

/// Any lines make a head or none, and once it is complete nothing changes it.
@discardableResult
func checkHead(_ lines: [[UInt8]]) -> ResponseHead {
    var head = ResponseHead()
    var expected = StatusReading()
    var complete: ResponseHead?
    for line in lines {
        let event = line.withUnsafeBytes { head.take($0) }
        expected.take(line)
        require(event != .tooLarge, "no small head is too large")
        require((event == .complete) == (head.isComplete && complete == nil), "a head is complete once")
        require(head.status == expected.status, "the status is \(expected.status) and not \(head.status)")
        if let complete { require(isSame(head, complete), "what follows a head changes nothing of it") }
        if event == .complete { complete = head }
    }
    require(head.headers.fields.count <= lines.count, "a line is one field at most")
    // 101 ends HTTP on its connection, so nothing follows it either.
    let isFinal = 200...999 ~= head.status || head.status == 101
    require(!head.isComplete || isFinal, "a complete head is that of a final response")
    require(head.contentLength ?? 0 >= 0, "a length is not negative")
    checkFields(head.headers)
    return head
}

private func isSame(_ one: ResponseHead, _ other: ResponseHead) -> Bool {
    one.status == other.status && one.headers == other.headers && one.isComplete && one.isHTTP1 == other.isHTTP1
}

/// The status of the last head, by RFC 9112 section 4: a head begins with a line of three words, the second of which
/// has three digits; after an interim one the next begins.
private struct StatusReading {
    private(set) var status = 0
    private var isBetween = true
    private var isOver = false

    mutating func take(_ line: [UInt8]) {
        let end = line.lastIndex { $0 != 13 && $0 != 10 }
        if isOver { return }
        guard let end else {
            isOver = status >= 200 || status == 101
            isBetween = true
            return
        }
        if isBetween { begin(line[...end]) }
        isBetween = false
    }

    private mutating func begin(_ text: ArraySlice<UInt8>) {
        guard text.starts(with: "HTTP/".utf8) else { return }
        let words = text.split(separator: UInt8(ascii: " "))
        let digits = words.count > 1 ? Array(words[1]) : []
        let isStatus = digits.count == 3 && digits.allSatisfy { (48...57).contains($0) }
        status = isStatus ? digits.reduce(0) { $0 * 10 + Int($1) - 48 } : 0
    }
}

/// Lines without end are too large from that byte on.
func checkEndless(_ lines: [[UInt8]]) {
    guard lines.contains(where: { $0.count > 16 }) else { return }
    var head = ResponseHead()
    var count = 0
    while count <= ResponseHead.maxBytes {
        for line in lines {
            count += line.count
            let event = line.withUnsafeBytes { head.take($0) }
            require((event == .tooLarge) == (count > ResponseHead.maxBytes), "a head has its limit")
        }
    }
}
