import AttachmentDomain
import AttachmentURL
import FuzzPromises

/// Nothing that the default rules allow leads into a network of somebody's own.
func checkVerdict(_ url: RequestURL) {
    guard (try? rules.judge(url)) != nil else { return }
    require(policy.ports.contains(url.port), "only listed ports are allowed: \(url.text)")
    switch url.host {
    case .address(let address): require(isPublic(address), "only public addresses are allowed: \(address)")
    case .name(let name):
        require(name.contains("."), "no name of one label is allowed: \(name)")
        let blocked = policy.blockedNames.first { name == $0 || name.hasSuffix(".\($0)") }
        require(blocked == nil, "no blocked name is allowed: \(name)")
    }
}

/// The same of the addresses that a name server answers: the first bytes of the input.
func checkAddresses(_ bytes: [UInt8]) {
    for count in [4, 16] {
        guard let address = IPAddress(bytes: bytes.prefix(count)) else { continue }
        checkHost(.address(address))
        if (try? rules.judge(address, port: 443, for: target)) != nil {
            require(isPublic(address), "only public addresses are allowed: \(address)")
        }
        require((try? rules.judge(address, port: 80, for: target)) == nil, "only the URL's own port is allowed")
    }
}

/// Written down from the registries a second time: by their first bits, the ranges that are nobody's or one's own.
private func isPublic(_ address: IPAddress) -> Bool {
    let bytes = address.bytes
    guard address.family == .v6 else { return isPublic(bytes[0], bytes[1], bytes[2]) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    let isTranslated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
    if isMapped || isTranslated { return isPublic(bytes[12], bytes[13], bytes[14]) }
    switch (UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])) {
    case (0x2001, 0x0000...0x01FF), (0x2001, 0x0DB8), (0x2002, _), (0x3FFF, 0x0000...0x0FFF): return false
    case (let first, _): return 0x2000...0x3FFF ~= first
    }
}

private func isPublic(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second, third) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
    default: true
    }
}

private let policy = NetworkPolicy()

private let rules: DestinationRules = {
    do {
        return try DestinationRules(policy)
    } catch {
        fail("the default rules are right: \(error)")
    }
}()

private let target: RequestURL = {
    do {
        return try RequestURL.parse("https://media.example/")
    } catch {
        fail("a plain URL is one: \(error)")
    }
}()
