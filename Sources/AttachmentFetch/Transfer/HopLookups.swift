import AttachmentURL

/// The names that have to be resolved before a hop may connect, one after the other, and what came of them.
struct HopLookups {
    /// What a name is for.
    enum Purpose: Hashable {
        /// The host of the URL: its addresses are judged.
        case target
        /// The proxy of the policy: where it stands is the operator's choice.
        case proxy
    }

    struct Lookup {
        var purpose: Purpose
        var host: Host
        var port: Int
    }

    private var pending: [Lookup] = []
    private(set) var answers: [Purpose: [IPAddress]] = [:]
    /// The names with their addresses, as libcurl is given them.
    private(set) var pins: [String] = []
    /// When the hop began, in whose connect budget resolving counts.
    var since = ContinuousClock.Instant.now

    init(_ lookups: [Lookup] = []) {
        pending = lookups
    }

    /// The one that is to be resolved now; nil once all are.
    var current: Lookup? { pending.first }

    /// The current one has these addresses.
    mutating func resolve(to addresses: [IPAddress]) {
        guard !pending.isEmpty else { return }
        let lookup = pending.removeFirst()
        answers[lookup.purpose] = addresses
        guard case .name(let name) = lookup.host else { return }
        let listed = addresses.map { $0.family == .v6 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
        // The `+` lets the entry age like any other, so that it does not stay for the transfers after this one.
        pins.append("+\(name):\(lookup.port):\(listed)")
    }
}
