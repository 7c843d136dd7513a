public import AttachmentDomain

/// A rule of the policy that cannot be read. Nothing starts on it: a rule that silently matches nothing protects nobody.
public enum NetworkPolicyFault: ExplainedError, Hashable {
    /// A scheme other than http and https.
    case scheme(String)
    /// A number that is no port.
    case port(Int)
    /// Neither an address nor a range whose bits beyond its length are zero.
    case address(String)
    /// No host name; patterns such as `*.example` are none, since a name stands for all below it.
    case name(String)
    /// No origin, and why.
    case origin(String, URLFault)
    /// No proxy; the text is not shown, since it may hold a password.
    case proxy
    /// The file with the value of a header for an origin cannot be used.
    case headerFile(path: String, name: String, why: String)
    /// The file with the issuers to trust cannot be used.
    case issuerFile(path: String, why: String)
    /// One header twice for one origin.
    case headerTwice(name: String, origin: String)
    /// No origin to send a header to, and why.
    case headerOrigin(String, URLFault)
    /// A header that says how the message itself is sent, which is not the policy's to say.
    case headerReserved(name: String)

    public var code: Code { .policyInvalid }

    public var explanation: String {
        switch self {
        case .scheme(let text): "network.schemes: \(text) is neither http nor https"
        case .port(let port): "network.ports: \(port) is no port from 1 to 65535"
        case .address(let text):
            "network.blockedAddresses: \(text) is no address and no range such as 203.0.113.0/24"
        case .name(let text): "network.blockedNames: \(text) is no host name"
        case .origin(let text, let fault):
            "network.allowOrigins: \(RequestURL.redact(text)) is no origin: \(fault.explanation)"
        case .proxy: "network.proxy is no proxy URL"
        case .headerFile(let path, let name, let why):
            "network.headers: the file \(path) with the value of \(name) cannot be used: \(why)"
        case .issuerFile(let path, let why): "network.caFile: \(path) cannot be used: \(why)"
        case .headerTwice(let name, let origin): "network.headers: \(name) stands twice for \(origin)"
        case .headerOrigin(let text, let fault):
            "network.headers: \(RequestURL.redact(text)) is no origin: \(fault.explanation)"
        case .headerReserved(let name): "network.headers: \(name) is set by the transfer itself"
        }
    }

    public var remedy: String {
        switch self {
        case .origin, .headerOrigin: "write scheme, host and port, such as http://127.0.0.1:8080"
        case .headerFile: "give a readable file with the value in one line"
        case .issuerFile: "name a readable PEM file of certificates"
        case .headerTwice: "leave one of them out"
        case .headerReserved: "leave the header out"
        case .proxy: "write scheme, host and port, such as http://proxy.example:3128"
        default: code.facts.remedy
        }
    }
}
