public import AttachmentDomain

/// A rule of the policy that cannot be read. Nothing starts on it: a rule that silently matches nothing protects nobody.
public enum NetworkPolicyFault: ExplainedError, Hashable {
    case scheme(String)
    case port(Int)
    case address(String)
    case name(String)
    case origin(String, URLFault)

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
        }
    }

    public var remedy: String {
        switch self {
        case .origin: "write scheme, host and port, such as http://127.0.0.1:8080"
        default: code.facts.remedy
        }
    }
}
