internal import AttachmentDomain

extension IPAddress {
    /// Four decimal parts without leading zeroes (RFC 3986 `IPv4address`).
    init?(ipv4 text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt128 = 0
        for part in parts {
            guard 1...3 ~= part.count, part.count == 1 || part.first != UInt8(ascii: "0"),
                let number = Self.number(part, radix: 10), number < 256
            else { return nil }
            value = value << 8 | UInt128(number)
        }
        self.init(family: .v4, value: value)
    }

    /// One to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`), the last one filling what is left, as
    /// `inet_aton` reads them (WHATWG URL, "IPv4 parser"). Nothing wraps: what is too large is no address.
    init?(legacyIPv4 text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.legacyNumber)
        guard 1...4 ~= parts.count, numbers.count == parts.count, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (5 - numbers.count))
        else { return nil }
        var value = UInt128(last)
        for (position, number) in numbers.dropLast().enumerated() {
            value |= UInt128(number) << UInt128(24 - 8 * position)
        }
        self.init(family: .v4, value: value)
    }

    /// One part of an old spelling; nil when it is no number. A lone `0x` counts 0.
    static func legacyNumber(_ part: ArraySlice<UInt8>) -> UInt64? {
        guard part.first == UInt8(ascii: "0"), part.count > 1 else { return number(part, radix: 10) }
        let isHex = part[part.startIndex + 1] | 0x20 == UInt8(ascii: "x")
        guard isHex else { return number(part.dropFirst(), radix: 8) }
        return part.count == 2 ? 0 : number(part.dropFirst(2), radix: 16)
    }

    /// Eight groups, `::` for a run of zeroes, IPv4 in place of the last two (RFC 4291 2.2). No zone.
    init?(ipv6 text: ArraySlice<UInt8>) {
        guard text.count <= 45 else { return nil }
        var fields = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard fields.count >= 3 else { return nil }
        // At either end a `::` leaves two empty fields, of which one stands for the run; a lone `:` leaves one.
        if fields[0].isEmpty {
            fields.removeFirst()
            guard fields[0].isEmpty else { return nil }
        }
        if let last = fields.last, last.isEmpty, fields.count > 1 {
            fields.removeLast()
            guard fields[fields.count - 1].isEmpty else { return nil }
        }
        guard let parts = Self.groups(of: fields) else { return nil }
        self.init(family: .v6, value: parts)
    }

    private static func groups(of fields: [ArraySlice<UInt8>]) -> UInt128? {
        var groups: [UInt64] = []
        var gap: Int?
        for (position, field) in fields.enumerated() {
            if field.isEmpty {
                guard gap == nil else { return nil }
                gap = groups.count
            } else if position == fields.count - 1, field.contains(UInt8(ascii: ".")) {
                guard let tail = IPAddress(ipv4: field) else { return nil }
                groups += [UInt64(tail.value >> 16), UInt64(tail.value & 0xFFFF)]
            } else {
                guard field.count <= 4, let group = number(field, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        guard gap == nil ? groups.count == 8 : groups.count < 8 else { return nil }
        groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap ?? 0)
        return groups.reduce(0) { $0 << 16 | UInt128($1) }
    }

    /// A number without sign; leading zeroes are free, more than 32 bits saturate.
    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard let digit = Hex.value(of: digit), digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }
}
