/// The lines of an input, each with its line end.
public func lines(of bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
        lines[lines.count - 1].append(byte)
        if byte == UInt8(ascii: "\n") { lines.append([]) }
    }
    if lines.last == [] { lines.removeLast() }
    return lines
}

/// Whether an input is one of the few for which something slow is tried too: one of 256.
public func isRare(_ bytes: [UInt8]) -> Bool {
    bytes.reduce(0 as UInt) { $0 &* 31 &+ UInt($1) } % 256 == 0
}
