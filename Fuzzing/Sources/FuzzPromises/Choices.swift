/// An input as choices: each takes bytes from its front, and 0 once there are none left.
public struct Choices {
    /// What no choice has taken yet.
    public private(set) var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next byte.
    public mutating func byte() -> UInt8 {
        rest.popFirst() ?? 0
    }

    /// A number from 0 up to, but without, that bound.
    public mutating func number(below bound: Int) -> Int {
        Int(byte()) % bound
    }

    /// Any number of 64 bits.
    public mutating func anyNumber() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
    }
}
