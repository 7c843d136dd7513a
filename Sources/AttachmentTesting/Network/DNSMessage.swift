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
}

/// A query as it came over UDP (RFC 1035 section 4).
struct DNSQuery {
    let identifier: [UInt8]
    let question: DNSQuestion
    /// The question section, to be sent back as it came.
    let section: [UInt8]

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
    /// Seconds for which a client may keep it.
    var timeToLive: UInt32 = 0

    var bytes: [UInt8] {
        // QR, AA, RD; RA and the code; then the counts.
        var message = query.identifier + [0x85, 0x80 | code.rawValue, 0, 1]
        message += big(UInt16(addresses.count)) + [0, 0, 0, 0] + query.section
        for address in addresses {
            // A pointer to the name in the question (section 4.1.4), type, class IN.
            message += [0xC0, 12] + big(address.count == 4 ? 1 : 28) + [0, 1]
            message += big(UInt16(timeToLive >> 16)) + big(UInt16(truncatingIfNeeded: timeToLive))
            message += big(UInt16(address.count)) + address
        }
        return message
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
