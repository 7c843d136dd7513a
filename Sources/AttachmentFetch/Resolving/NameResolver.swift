import AttachmentThreads
import AttachmentURL
import CAres
import Glibc

/// Resolves host names with c-ares without ever blocking: its sockets are watched together with libcurl's.
///
/// Used on the fetcher's thread alone. Equal names that are asked for at the same moment are one lookup; answers are
/// kept as long as they say, a minute at most. The caller's budget, not c-ares, decides when waiting is over: c-ares
/// goes on with a silent server for half a minute and longer.
///
/// The channel lives only while lookups are under way, so each burst reads the system's configuration anew. No search
/// domains are applied: `ARES_FLAG_NOSEARCH` alone does not keep c-ares 1.18 from it, an empty list does.
final class NameResolver {
    /// What came of a name.
    enum Answer: Equatable {
        case addresses([IPAddress])
        case failed(NameFailure)
    }

    private static let longestKept = Duration.seconds(60)
    /// Beyond so many names those that are too old are looked for.
    private static let mostKept = 1024

    private let servers: String?
    private var channel: ares_channel?
    private var lookups: [String: Lookup] = [:]
    private var kept: [String: (addresses: [IPAddress], until: ContinuousClock.Instant)] = [:]
    private let poller: SocketPoller
    private var sockets: Set<Int32> = []
    private let deliver: (Int, Answer) -> Void

    /// - Parameters:
    ///   - servers: `address:port` each; empty for the system's.
    ///   - poller: what waits for the resolver's sockets.
    ///   - deliver: called with the identifier of each one that waits, from within the other methods.
    init(servers: [String], poller: SocketPoller, deliver: @escaping (Int, Answer) -> Void) {
        self.poller = poller
        self.servers = servers.isEmpty ? nil : servers.joined(separator: ",")
        self.deliver = deliver
    }

    deinit {
        if let channel { ares_destroy(channel) }
    }

    /// Asks for the addresses of a name for that identifier.
    func resolve(_ name: String, for id: Int) {
        // RFC 6761 6.3: names below localhost are loopback; c-ares would ask the network.
        if name == "localhost" || name.hasSuffix(".localhost") {
            return deliver(id, .addresses(Self.loopback))
        }
        if let known = kept[name], known.until > .now {
            return deliver(id, .addresses(known.addresses))
        }
        if let lookup = lookups[name] {
            lookup.waiting.append(id)
            return
        }
        ask(name, for: id)
    }

    /// Waits no longer for a name. A lookup that nobody waits for is forgotten, so that the next one asks anew instead of
    /// joining one that has slowed down.
    func giveUp(_ name: String, for id: Int) {
        guard let lookup = lookups[name] else { return }
        lookup.waiting.removeAll { $0 == id }
        if lookup.waiting.isEmpty { lookups[name] = nil }
    }

    /// How long c-ares may sleep at most; nil while nothing is asked.
    var timeout: Duration? {
        guard let channel else { return nil }
        var value = timeval()
        guard ares_timeout(channel, nil, &value) != nil else { return nil }
        let next = Duration.seconds(value.tv_sec) + .microseconds(Int64(value.tv_usec))
        let due = lookups.values.compactMap(\.due).min().map { ContinuousClock.now.duration(to: $0) }
        return max(.zero, min(next, due ?? next))
    }

    /// Goes on with a socket that has something to do; one of somebody else is passed over.
    func act(on ready: SocketPoller.Ready) {
        guard let channel, sockets.contains(ready.descriptor) else { return }
        ares_process_fd(
            channel, ready.isReadable ? ready.descriptor : -1, ready.isWritable ? ready.descriptor : -1)
    }

    /// Lets c-ares look at its clocks, and puts it away where nobody waits for anything.
    func actOnClock() {
        guard let channel else { return }
        ares_process_fd(channel, -1, -1)
        concludeDue()
        if lookups.isEmpty { close() }
    }

    private func watch(_ socket: Int32, reading: Bool, writing: Bool) {
        let isKnown = reading || writing ? !sockets.insert(socket).inserted : sockets.remove(socket) != nil
        poller.watch(socket, isKnown: isKnown, reading: reading, writing: writing)
    }

    private func ask(_ name: String, for id: Int) {
        guard let channel = openChannel() else {
            return deliver(id, .failed(.trouble(why: "the resolver cannot be set up")))
        }
        let lookup = Lookup(name: name, resolver: self, waiting: id)
        lookups[name] = lookup
        for family in [AF_INET6, AF_INET] {
            var hints = ares_addrinfo_hints()
            hints.ai_family = family
            ares_getaddrinfo(
                channel, name, nil, &hints,
                { argument, status, _, result in
                    guard let argument else { return }
                    let lookup = Unmanaged<Lookup>.fromOpaque(argument).takeRetainedValue()
                    lookup.resolver?.take(status: status, result, for: lookup)
                    ares_freeaddrinfo(result)
                }, Unmanaged.passRetained(lookup).toOpaque())
        }
    }

    /// The answer for one family. The other one is waited for a moment longer, since servers there are that drop what is
    /// asked of IPv6 (RFC 8305 section 3).
    private func take(status: Int32, _ result: UnsafeMutablePointer<ares_addrinfo>?, for lookup: Lookup) {
        lookup.take(Self.answer(status: status, result: result), life: Self.shortestLife(result))
        if lookup.isComplete {
            conclude(lookup)
        } else if !lookup.addresses.isEmpty {
            lookup.due = .now.advanced(by: Self.patience)
        }
    }

    private static let patience = Duration.milliseconds(100)

    private func conclude(_ lookup: Lookup) {
        guard lookups[lookup.name] === lookup else { return }
        lookups[lookup.name] = nil
        if let seconds = lookup.life, seconds > 0, lookup.isComplete, !lookup.addresses.isEmpty {
            if kept.count >= Self.mostKept { kept = kept.filter { $0.value.until > .now } }
            kept[lookup.name] = (lookup.addresses, .now.advanced(by: min(.seconds(seconds), Self.longestKept)))
        }
        for id in lookup.waiting { deliver(id, lookup.answer) }
    }

    private func concludeDue() {
        let now = ContinuousClock.now
        for lookup in Array(lookups.values) where lookup.due.map({ $0 <= now }) ?? false { conclude(lookup) }
    }

    private func openChannel() -> ares_channel? {
        if let channel { return channel }
        guard ares_library_init(ARES_LIB_INIT_ALL) == 0 else { return nil }
        var options = ares_options()
        // A lost datagram costs a second. The waits double, so that c-ares itself gives up after a minute.
        options.timeout = 1000
        options.tries = 6
        options.ndomains = 0
        options.sock_state_cb = { context, socket, readable, writable in
            guard let context else { return }
            let resolver = Unmanaged<NameResolver>.fromOpaque(context).takeUnretainedValue()
            resolver.watch(socket, reading: readable != 0, writing: writable != 0)
        }
        options.sock_state_cb_data = Unmanaged.passUnretained(self).toOpaque()
        let mask = ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_DOMAINS | ARES_OPT_SOCK_STATE_CB
        var opened: ares_channel?
        guard ares_init_options(&opened, &options, mask) == 0, let opened else { return nil }
        if let servers, ares_set_servers_ports_csv(opened, servers) != 0 {
            ares_destroy(opened)
            return nil
        }
        channel = opened
        return opened
    }

    private func close() {
        guard let open = channel else { return }
        channel = nil
        ares_destroy(open)
        kept = kept.filter { $0.value.until > .now }
    }

    private static let loopback = [
        IPAddress(bytes: [127, 0, 0, 1]), IPAddress(bytes: [UInt8](repeating: 0, count: 15) + [1]),
    ].compactMap(\.self)
}

extension NameResolver {
    private static func answer(status: Int32, result: UnsafeMutablePointer<ares_addrinfo>?) -> Answer {
        guard status == ARES_SUCCESS else {
            let why = String(cString: ares_strerror(status))
            let isUnknown = status == ARES_ENOTFOUND || status == ARES_ENODATA
            return .failed(isUnknown ? .unknown(why: why) : .trouble(why: why))
        }
        let addresses = nodes(result).compactMap { SocketAddress.address($0.ai_addr)?.address }
        return addresses.isEmpty
            ? .failed(.unknown(why: "the answer holds no address")) : .addresses(addresses)
    }

    private static func shortestLife(_ result: UnsafeMutablePointer<ares_addrinfo>?) -> Int? {
        nodes(result).map { Int($0.ai_ttl) }.min()
    }

    private static func nodes(_ result: UnsafeMutablePointer<ares_addrinfo>?) -> [ares_addrinfo_node] {
        var nodes: [ares_addrinfo_node] = []
        var next = result?.pointee.nodes
        while let node = next {
            nodes.append(node.pointee)
            next = node.pointee.ai_next
        }
        return nodes
    }
}
