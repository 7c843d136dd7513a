public import AttachmentDomain

/// Why a request may not go where its URL leads.
public enum DestinationFault: ExplainedError, Hashable {
    /// The policy's `network.schemes` leaves the scheme out.
    case schemeNotAllowed(Scheme)
    /// The port is no port, or not in the policy's `network.ports`.
    case portNotAllowed(String, host: Host)
    /// The connection would go to another port than the URL's.
    case portDiffers(Int, expected: Int, host: Host)
    /// The name is the blocked one or stands below it.
    case nameBlocked(String, by: String)
    /// A name of one label, which a search domain of this machine would complete.
    case singleLabel(String)
    /// The address, named or answered, is not public.
    case addressNotPublic(IPAddress, SpecialPurpose, host: Host)
    /// The address is in the policy's `network.blockedAddresses`.
    case addressBlocked(IPAddress, AddressRange, host: Host)

    public var code: Code {
        switch self {
        case .schemeNotAllowed: .urlSchemeNotHTTP
        case .portNotAllowed, .portDiffers: .portBlocked
        case .nameBlocked, .singleLabel: .nameBlocked
        case .addressNotPublic, .addressBlocked: .addressBlocked
        }
    }

    public var explanation: String {
        switch self {
        case .schemeNotAllowed(let scheme): "\(scheme.rawValue) is not in network.schemes"
        case .portNotAllowed(let port, let host): "port \(port.prefix(32)) of \(host) is not in network.ports"
        case .portDiffers(let port, let expected, let host): "port \(port) of \(host) is not the URL's \(expected)"
        case .nameBlocked(let name, let rule) where name == rule: "\(name) is in network.blockedNames"
        case .nameBlocked(let name, let rule): "\(name) is below \(rule) of network.blockedNames"
        case .singleLabel(let name): "\(name) is a single label, which no public host is"
        case .addressNotPublic(let address, let purpose, let host):
            "\(Self.subject(address, host)) is not public: \(purpose.name) (\(purpose.range), \(purpose.source))"
        case .addressBlocked(let address, let range, let host):
            "\(Self.subject(address, host)) is in \(range) of network.blockedAddresses"
        }
    }

    public var remedy: String {
        switch self {
        case .schemeNotAllowed(let scheme):
            "give the URL in another scheme, or add \(scheme.rawValue) to network.schemes"
        default: code.facts.remedy
        }
    }

    private static func subject(_ address: IPAddress, _ host: Host) -> String {
        let carried = address.embeddedIPv4.map { ", which stands for \($0)," } ?? ""
        return host == .address(address) ? "\(address)\(carried)" : "\(address)\(carried) of \(host)"
    }
}
