import AttachmentURL
import FuzzPromises
import Glibc

/// A host is a name that nobody takes for an address, or an address in the spelling that everybody reads alike.
func checkHost(_ host: Host) {
    switch host {
    case .name(let name): checkName(name)
    case .address(let address): checkAddress(address)
    }
}

private func checkName(_ name: String) {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    require(labels.allSatisfy { 1...63 ~= $0.count } && name.utf8.count <= 253, "labels have lengths: \(name)")
    require(labels.joined().allSatisfy(isLabelByte), "a name has only what names have: \(name)")
    require(addressBySystem(name) == nil, "the C library takes no name for an address: \(name)")
    require(readBySystem(name, AF_INET6) == nil, "the C library takes no name for an IPv6 address: \(name)")
}

private func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

private func checkAddress(_ address: IPAddress) {
    let family = address.family == .v4 ? AF_INET : AF_INET6
    require(readBySystem(address.description, family) == address.bytes, "the C library reads it alike: \(address)")
    require(IPAddress(address.description) == address, "an address is read as it was written: \(address)")
    require(IPAddress(bytes: address.bytes) == address, "an address is its bytes: \(address)")
}

/// A host that the C library takes for an IPv4 address in the input is that address here.
func checkSpelling(_ bytes: [UInt8], of url: RequestURL) {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let start = ["https://", "http://"].first(where: text.hasPrefix) else { return }
    let host = text.dropFirst(start.count).prefix { !"/?#:".contains($0) }
    guard host.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let address = addressBySystem(String(host)) else { return }
    require(url.host == .address(address), "\(host) is \(address) for the C library, and \(url.host) here")
}

/// `inet_aton`, which takes all the old spellings.
private func addressBySystem(_ text: String) -> IPAddress? {
    var address = in_addr()
    guard inet_aton(text, &address) != 0 else { return nil }
    return withUnsafeBytes(of: &address) { IPAddress(bytes: Array($0)) }
}

private func readBySystem(_ text: String, _ family: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
}
