/// Header compression of HTTP/2 (RFC 7541), the decoding half with all that a client may use.
struct HPACKDecoder {
    /// What was sent before, newest first.
    private var known: [OriginHeader] = []
    private var capacity = 4096

    /// The fields of a block; nil when it is none.
    mutating func decode(_ block: [UInt8]) -> [OriginHeader]? {
        var reader = HPACKReader(block)
        var fields: [OriginHeader] = []
        while let first = reader.peek {
            switch first {
            case 0x80...:
                guard let field = reader.integer(prefix: 7).flatMap(field) else { return nil }
                fields.append(field)
            case 0x40..<0x80:
                guard let field = literal(&reader, prefix: 6) else { return nil }
                fields.append(field)
                know(field)
            case 0x20..<0x40:
                guard let size = reader.integer(prefix: 5) else { return nil }
                capacity = size
                forget()
            default:
                guard let field = literal(&reader, prefix: 4) else { return nil }
                fields.append(field)
            }
        }
        return fields
    }

    private func literal(_ reader: inout HPACKReader, prefix: Int) -> OriginHeader? {
        guard let index = reader.integer(prefix: prefix) else { return nil }
        guard let name = index == 0 ? reader.string() : field(index)?.name else { return nil }
        return reader.string().map { OriginHeader(name, $0) }
    }

    /// The entry of the static table, or of what was sent before (section 2.3.3).
    private func field(_ index: Int) -> OriginHeader? {
        let table = HPACKTables.fields
        if (1...table.count).contains(index) { return table[index - 1] }
        let position = index - table.count - 1
        return known.indices.contains(position) ? known[position] : nil
    }

    private mutating func know(_ field: OriginHeader) {
        known.insert(field, at: 0)
        forget()
    }

    /// Drops the oldest until the rest has room (section 4).
    private mutating func forget() {
        var size = known.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
        while size > capacity, let oldest = known.popLast() {
            size -= oldest.name.utf8.count + oldest.value.utf8.count + 32
        }
    }
}

/// The encoding half: literals alone, which every client reads.
enum HPACKEncoder {
    static func encode(_ fields: [OriginHeader]) -> [UInt8] {
        fields.flatMap { [0] + string($0.name.lowercased()) + string($0.value) }
    }

    private static func string(_ text: String) -> [UInt8] {
        integer(text.utf8.count) + text.utf8
    }

    /// With a prefix of seven bits (section 5.1).
    private static func integer(_ number: Int) -> [UInt8] {
        guard number >= 127 else { return [UInt8(number)] }
        var bytes: [UInt8] = [127]
        var rest = number - 127
        while rest >= 128 {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

/// The numbers and strings of a header block (RFC 7541 section 5).
private struct HPACKReader {
    private var rest: ArraySlice<UInt8>

    init(_ block: [UInt8]) {
        rest = block[...]
    }

    var peek: UInt8? { rest.first }

    /// A number whose first bits stand in the low bits of the next byte.
    mutating func integer(prefix: Int) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        let most = 1 << prefix - 1
        var value = Int(first) & most
        guard value == most else { return value }
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let next = rest.popFirst() else { return nil }
            value += Int(next & 0x7F) << shift
            if next < 0x80 { return value }
        }
        return nil
    }

    mutating func string() -> String? {
        guard let first = rest.first, let count = integer(prefix: 7), count <= rest.count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return String(decoding: first < 0x80 ? Array(bytes) : Huffman.decode(bytes), as: UTF8.self)
    }
}
