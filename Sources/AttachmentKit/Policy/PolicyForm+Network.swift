import AttachmentDomain
import AttachmentURL

extension PolicyForm {
    static let origin = PolicyForm("an origin of http or https without a path, such as \"http://127.0.0.1:8080\"") {
        isRule(NetworkPolicy(allowOrigins: [$0]))
    }
    static let hostName = PolicyForm("a host name, such as \"internal\"") {
        isRule(NetworkPolicy(blockedNames: [$0]))
    }
    static let addressRange = PolicyForm("an IP address or a range of them, such as \"203.0.113.0/24\"") {
        AddressRange($0) != nil
    }
    static let serverAddress = PolicyForm("an IP address with or without a port, such as \"127.0.0.1:53\"") { text in
        IPAddress(text) != nil || hostAndPort(text).map { IPAddress($0.host) != nil } ?? false
    }
    static let listenAddress = PolicyForm("an address and a port, such as \"127.0.0.1:8080\"") { text in
        hostAndPort(text).map { $0.port != nil && (IPAddress($0.host) != nil || $0.host == "localhost") } ?? false
    }
    static let proxy = PolicyForm("a proxy URL, such as \"http://proxy.example:3128\"", isProxy)

    /// Whether the gate of destinations can be made of it: what it would refuse at the start is refused here, by line.
    private static func isRule(_ policy: NetworkPolicy) -> Bool {
        do {
            _ = try DestinationRules(policy)
            return true
        } catch {
            return false
        }
    }

    private static func isProxy(_ text: String) -> Bool {
        do {
            _ = try ProxyServer(text)
            return true
        } catch {
            return false
        }
    }

    /// Parts `HOST`, `HOST:PORT`, `[V6]` or `[V6]:PORT`; nil when the port is none from 0 to 65535 or a bracket lacks.
    private static func hostAndPort(_ text: String) -> (host: String, port: Int?)? {
        let isBracketed = text.hasPrefix("[")
        guard let hostEnd = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex else {
            return nil
        }
        let host = isBracketed ? text[..<hostEnd].dropFirst() : text[..<hostEnd]
        let tail = isBracketed ? text[hostEnd...].dropFirst() : text[hostEnd...]
        guard !isBracketed || host.contains(":") else { return nil }
        guard !tail.isEmpty else { return (String(host), nil) }
        let digits = tail.dropFirst()
        guard tail.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        return (String(host), Int(port))
    }
}

extension NetworkPolicy {
    /// A policy that differs from the default in these rules alone.
    fileprivate init(allowOrigins: [String] = [], blockedNames: [String] = []) {
        self.init()
        self.allowOrigins = allowOrigins
        self.blockedNames = blockedNames
    }
}
