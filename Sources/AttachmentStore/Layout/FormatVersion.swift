import Glibc

/// The contents of `VERSION`: the major version of the format, a blank, and what made it, on one line.
enum FormatVersion {
    /// Raised when older programs could no longer use the cache rightly.
    static let current = 1

    static let text = "\(current) attachfetch cache\n"

    /// The first number of the text; nil when it does not begin with one.
    static func major(in bytes: some Collection<UInt8>) -> Int? {
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
