import Glibc

/// What a client asks a name server: one name, one type of record.
public struct DNSQuestion: Hashable, Sendable {
    /// A record type (RFC 1035 section 3.2.2, RFC 3596).
    public enum RecordType: Hashable, Sendable {
        case a
        case aaaa
        case other(UInt16)

        init(number: UInt16) {
            switch number {
            case 1: self = .a
            case 28: self = .aaaa
            default: self = .other(number)
            }
        }
    }

    /// The name in lower case, without a dot at the end.
    public var name: String
    public var type: RecordType
    /// Which question for this name and type it is, from 1: answers may change.
    public internal(set) var ordinal = 1
    /// Whether it came over TCP, as after an answer that was too long for a datagram.
    public internal(set) var isOverTCP = false
}

/// A query as it came (RFC 1035 section 4).
struct DNSQuery {
    let identifier: [UInt8]
    let question: DNSQuestion
    /// The question section, to be sent back as it came.
    let section: [UInt8]
    /// How long an answer by datagram may be: 512 bytes, or what the client says (RFC 6891 section 6.2.3).
    let largestDatagram: Int

    init?(_ bytes: [UInt8]) {
        // Twelve bytes of header, of which bytes 4 and 5 count the questions.
        guard bytes.count > 12, bytes[4] == 0, bytes[5] == 1 else { return nil }
        var labels: [String] = []
        var position = 12
        while position < bytes.count, bytes[position] != 0 {
            let end = position + 1 + Int(bytes[position])
            guard bytes[position] < 64, end < bytes.count else { return nil }
            labels.append(String(decoding: bytes[(position + 1)..<end], as: UTF8.self))
            position = end
        }
        guard position + 5 <= bytes.count else { return nil }
        let type = UInt16(bytes[position + 1]) << 8 | UInt16(bytes[position + 2])
        identifier = Array(bytes[0..<2])
        question = DNSQuestion(name: labels.joined(separator: ".").lowercased(), type: .init(number: type))
        section = Array(bytes[12..<(position + 5)])
        let options = bytes[(position + 5)...]
        largestDatagram =
            options.starts(with: [0, 0, 41]) && options.count >= 5
            ? max(512, Int(bytes[position + 8]) << 8 | Int(bytes[position + 9])) : 512
    }
}

/// An answer to a query: header, question, records.
struct DNSReply {
    /// Response codes (RFC 1035 section 4.1.1).
    enum Code: UInt8 {
        case noError = 0
        case serverFailure = 2
        case noSuchName = 3
        case refused = 5
    }

    let query: DNSQuery
    var code = Code.noError
    /// Raw addresses of the type that was asked for, 4 or 16 bytes each.
    var addresses: [[UInt8]] = []
    /// The name is an alias of the first, that of the second, and so on.
    var aliases: [String] = []
    /// Seconds for which a client may keep it.
    var timeToLive: UInt32 = 0

    /// The message; without records and marked as cut where it would be longer than `limit`.
    func bytes(limit: Int) -> [UInt8] {
        let whole = header(isCut: false, records: aliases.count + addresses.count) + query.section + records
        return whole.count <= limit ? whole : header(isCut: true, records: 0) + query.section
    }

    private func header(isCut: Bool, records: Int) -> [UInt8] {
        // QR, AA, TC, RD; RA and the code; then the counts.
        query.identifier + [isCut ? 0x87 : 0x85, 0x80 | code.rawValue, 0, 1] + big(UInt16(records)) + [0, 0, 0, 0]
    }

    private var records: [UInt8] {
        // A pointer to the name in the question (section 4.1.4).
        var owner: [UInt8] = [0xC0, 12]
        var records: [UInt8] = []
        for alias in aliases {
            let target = Self.name(alias)
            records += record(owner, type: 5, data: target)
            owner = target
        }
        return addresses.reduce(into: records) { $0 += record(owner, type: $1.count == 4 ? 1 : 28, data: $1) }
    }

    /// Of class IN.
    private func record(_ owner: [UInt8], type: UInt16, data: [UInt8]) -> [UInt8] {
        owner + big(type) + [0, 1] + big(UInt16(timeToLive >> 16)) + big(UInt16(truncatingIfNeeded: timeToLive))
            + big(UInt16(data.count)) + data
    }

    private static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private func big(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}

/// The bytes of an address in text, 4 or 16; nil when it is none.
func addressBytes(_ text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
        return withUnsafeBytes(of: &four) { Array($0) }
    }
    var sixteen = in6_addr()
    guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    return withUnsafeBytes(of: &sixteen) { Array($0) }
}
