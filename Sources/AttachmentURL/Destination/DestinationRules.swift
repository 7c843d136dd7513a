public import AttachmentDomain

/// Where requests may go: the one gate that every URL, every redirect and every address passes.
///
/// A value made once from the policy; it judges what it is given and asks nobody. Names are judged before they are
/// resolved, every answered address before it is connected to, and address and port again at the socket.
public struct DestinationRules: Sendable {
    private let schemes: Set<Scheme>
    private let ports: Set<Int>
    private let blockedNames: Set<String>
    private let blockedAddresses: [AddressRange]
    private let allowedOrigins: Set<Origin>

    /// Reads the rules. Throws at the first one that cannot be read.
    public init(_ policy: NetworkPolicy) throws(NetworkPolicyFault) {
        schemes = Set(try Self.each(policy.schemes, Self.scheme))
        ports = Set(try Self.each(policy.ports, Self.port))
        blockedNames = Set(try Self.each(policy.blockedNames, Self.name))
        blockedAddresses = try Self.each(policy.blockedAddresses, Self.range)
        allowedOrigins = Set(try Self.each(policy.allowOrigins, Self.origin))
    }

    /// Judges what the URL alone tells: scheme, name or literal address, port. Not an error: a name whose addresses are
    /// not known yet; they are judged as they are answered.
    public func judge(_ url: RequestURL) throws(DestinationFault) {
        guard schemes.contains(url.scheme) else { throw .schemeNotAllowed(url.scheme) }
        if allows(url.origin) { return }
        switch url.host {
        case .name(let name): try judge(name: name)
        case .address(let address): try judge(address, of: url.host)
        }
        guard ports.contains(url.port) else { throw .portNotAllowed(url.portText, host: url.host) }
    }

    /// Judges an address that was answered for the URL's host, or that is about to be connected to, and the port.
    public func judge(_ address: IPAddress, port: Int, for url: RequestURL) throws(DestinationFault) {
        guard port == url.port else { throw .portDiffers(port, expected: url.port, host: url.host) }
        if allows(url.origin) { return }
        try judge(address, of: url.host)
        guard ports.contains(port) else { throw .portNotAllowed(String(port), host: url.host) }
    }

    /// Whether the policy names exactly this scheme, host and port, so that name, port and address rules do not hold.
    public func allows(_ origin: Origin) -> Bool {
        allowedOrigins.contains(origin)
    }

    private func judge(name: String) throws(DestinationFault) {
        var suffix = name[...]
        while true {
            if blockedNames.contains(String(suffix)) { throw .nameBlocked(name, by: String(suffix)) }
            guard let dot = suffix.firstIndex(of: ".") else { break }
            suffix = suffix[suffix.index(after: dot)...]
        }
        guard name.contains(".") else { throw .singleLabel(name) }
    }

    private func judge(_ address: IPAddress, of host: Host) throws(DestinationFault) {
        if let purpose = address.specialPurpose { throw .addressNotPublic(address, purpose, host: host) }
        let judged = [address, address.embeddedIPv4].compactMap(\.self)
        if let range = blockedAddresses.first(where: { judged.contains(where: $0.contains) }) {
            throw .addressBlocked(address, range, host: host)
        }
    }
}

extension DestinationRules {
    private static func each<Text, Rule>(
        _ texts: [Text], _ read: (Text) throws(NetworkPolicyFault) -> Rule
    ) throws(NetworkPolicyFault) -> [Rule] {
        var rules: [Rule] = []
        for text in texts { rules.append(try read(text)) }
        return rules
    }

    private static func scheme(_ text: String) throws(NetworkPolicyFault) -> Scheme {
        guard let scheme = Scheme(rawValue: text.lowercased()) else { throw .scheme(text) }
        return scheme
    }

    private static func port(_ port: Int) throws(NetworkPolicyFault) -> Int {
        guard 1...65535 ~= port else { throw .port(port) }
        return port
    }

    private static func range(_ text: String) throws(NetworkPolicyFault) -> AddressRange {
        guard let range = AddressRange(text) else { throw .address(text) }
        return range
    }

    /// In the form that hosts have after reading, so that the two compare as text.
    private static func name(_ text: String) throws(NetworkPolicyFault) -> String {
        do {
            guard case .name(let name) = try Host(parsing: Array(text.utf8)[...]) else { throw URLFault.noHost }
            return name
        } catch {
            throw .name(text)
        }
    }

    private static func origin(_ text: String) throws(NetworkPolicyFault) -> Origin {
        do {
            return try Origin(text)
        } catch {
            throw .origin(text, error)
        }
    }
}
