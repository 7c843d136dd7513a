internal import CIDN2

/// International host names, mapped to ASCII as the libcurl of Debian 12 maps them, so that what is judged here is what
/// would be asked for there.
enum InternationalName {
    /// Longer names cannot be valid: 253 characters of at most four bytes each.
    private static let maxBytes = 1012

    /// The ASCII form (RFC 5891, UTS 46): non-transitional first, transitional where that fails
    /// (curl 7.88.1, lib/idn.c). The result may hold any ASCII character: U+2100 maps to `a/c`.
    static func ascii(of name: ArraySlice<UInt8>) throws(URLFault) -> [UInt8] {
        guard name.count <= maxBytes, !name.contains(0) else { throw .malformed(.hostLength) }
        let modern = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        if case .success(let mapped) = lookup(name, flags: modern) { return mapped }
        switch lookup(name, flags: CInt(IDN2_TRANSITIONAL.rawValue)) {
        case .success(let mapped): return mapped
        case .failure(let refusal): throw .malformed(.internationalName(refusal.number))
        }
    }

    private struct Refusal: Error {
        let number: CInt
    }

    private static func lookup(_ name: ArraySlice<UInt8>, flags: CInt) -> Result<[UInt8], Refusal> {
        var output: UnsafeMutablePointer<UInt8>?
        let code = idn2_lookup_u8(Array(name) + [0], &output, flags)
        defer { idn2_free(output) }
        guard code == IDN2_OK.rawValue, let output else { return .failure(Refusal(number: code)) }
        var length = 0
        while output[length] != 0 { length += 1 }
        return .success(Array(UnsafeBufferPointer(start: output, count: length)))
    }
}
