import AttachmentDomain

/// Why a name has no addresses.
public enum NameFailure: Hashable, Sendable {
    /// The name servers say that there is no such name, or no address of it.
    case unknown(why: String)
    /// They cannot tell now.
    case trouble(why: String)
    /// None of them answered within the connect budget, in seconds, though each was asked again and again.
    case silence(seconds: Double)

    /// Whether asking again soon can succeed. Silence has been waited for already.
    var retryHelps: Bool {
        if case .trouble = self { true } else { false }
    }

    var remedy: String {
        switch self {
        case .unknown: Code.dnsFailed.facts.remedy
        case .trouble, .silence: "check the name servers: network.dnsServers, or those of the system"
        }
    }

    var explanation: String {
        switch self {
        case .unknown(let why), .trouble(let why): why
        case .silence(let seconds): "no name server answered within \(seconds) s (network.connectSeconds)"
        }
    }
}
