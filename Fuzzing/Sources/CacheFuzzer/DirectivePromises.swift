import AttachmentDomain
import FuzzPromises

/// Where nothing is quoted, a second and simpler reading finds the same.
func checkDirectives(_ value: String) {
    let control = CacheControl(value)
    guard !value.utf8.contains(UInt8(ascii: "\"")) else { return }
    let plain = PlainDirectives(value)
    let flags: [(String, Bool)] = [
        ("no-store", control.noStore), ("must-revalidate", control.mustRevalidate),
        ("proxy-revalidate", control.proxyRevalidate), ("must-understand", control.mustUnderstand),
        ("private", control.isPrivate), ("public", control.isPublic), ("immutable", control.immutable),
    ]
    for (name, flag) in flags { require(plain.has(name) == flag, "both readings find \(name): \(value)") }
    let numbers: [(String, Int64?)] = [
        ("max-age", control.maxAge), ("s-maxage", control.sharedMaxAge),
        ("stale-while-revalidate", control.staleWhileRevalidate), ("stale-if-error", control.staleIfError),
    ]
    for (name, number) in numbers { require(plain.seconds(name) == number, "both readings count \(name): \(value)") }
    require(plain.isUnqualified("no-cache") == control.noCache, "both readings find no-cache: \(value)")
}

/// Directives without quotes: the members between commas, split at their first equals sign.
private struct PlainDirectives {
    private let directives: [(name: [UInt8], value: [UInt8]?)]

    init(_ text: String) {
        directives = text.utf8.split(separator: UInt8(ascii: ",")).map { member in
            guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { return (Self.word(member), nil) }
            let isSpaced = member[..<equals].last.map(Self.isBlank) ?? false
            let value = Array(member[member.index(after: equals)...])
            return (Self.word(member[..<equals]), isSpaced ? [UInt8(ascii: " ")] + value : value)
        }
    }

    func has(_ name: String) -> Bool {
        directives.contains { $0.name == Array(name.utf8) }
    }

    func isUnqualified(_ name: String) -> Bool {
        directives.contains { $0.name == Array(name.utf8) && !($0.value?.contains { !Self.isBlank($0) } ?? false) }
    }

    func seconds(_ name: String) -> Int64? {
        directives.filter { $0.name == Array(name.utf8) }.map { Self.number($0.value ?? []) }.min()
    }

    /// Digits, and blanks after them.
    private static func number(_ text: [UInt8]) -> Int64 {
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        guard text[..<end].allSatisfy({ (48...57).contains($0) }) else { return 0 }
        return text[..<end].reduce(0) { min($0 * 10 + Int64($1) - 48, 2_147_483_648) }
    }

    private static func word(_ text: Substring.UTF8View) -> [UInt8] {
        folded(String(decoding: Array(text), as: UTF8.self).trimmingOWS())
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
