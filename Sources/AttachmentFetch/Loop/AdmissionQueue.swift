/// Who may use a connection next: first come, first served within a host, hosts in turn, within both limits.
///
/// One slow host with a long list therefore starves nobody. Pure; identifiers are the caller's.
struct AdmissionQueue<HostKey: Hashable> {
    private let maxTotal: Int
    private let maxPerHost: Int
    private var active = 0
    private var hosts: [HostKey: Host] = [:]
    /// Hosts that have somebody waiting and a slot left, in turn.
    private var turn: [HostKey] = []
    private var turnStart = 0

    private struct Host {
        var active = 0
        var waiting: [Int] = []
        var first = 0
        var isInTurn = false

        var hasWaiting: Bool { first < waiting.count }

        mutating func putFirst(_ id: Int) {
            if first > 0 {
                first -= 1
                waiting[first] = id
            } else {
                waiting.insert(id, at: 0)
            }
        }

        mutating func popFirst(_ isGone: (Int) -> Bool) -> Int? {
            while first < waiting.count {
                let id = waiting[first]
                first += 1
                if first == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    first = 0
                }
                if !isGone(id) { return id }
            }
            return nil
        }
    }

    init(maxTotal: Int, maxPerHost: Int) {
        self.maxTotal = max(1, maxTotal)
        self.maxPerHost = max(1, maxPerHost)
    }

    mutating func enqueue(_ id: Int, host name: HostKey) {
        hosts[name, default: Host()].waiting.append(id)
        takeTurn(name)
    }

    /// Lets one that was active before, and has let go, be the next of its host.
    mutating func enqueueFirst(_ id: Int, host name: HostKey) {
        hosts[name, default: Host()].putFirst(id)
        takeTurn(name)
    }

    /// Makes one that is active with one host active with another, where that has a slot left.
    mutating func move(from old: HostKey, to new: HostKey) -> Bool {
        guard hosts[new]?.active ?? 0 < maxPerHost else { return false }
        hosts[new, default: Host()].active += 1
        active += 1
        finished(host: old)
        return true
    }

    /// The next one that may start; it counts as active until ``finished(host:)``.
    ///
    /// - Parameter isGone: whether that one has left meanwhile; those that have are passed over.
    mutating func next(isGone: (Int) -> Bool) -> Int? {
        while active < maxTotal, turnStart < turn.count {
            let name = turn[turnStart]
            turnStart += 1
            compactTurn()
            guard var host = hosts.removeValue(forKey: name) else { continue }
            host.isInTurn = false
            let id = host.popFirst(isGone)
            if id != nil {
                host.active += 1
                active += 1
            }
            put(host, name)
            if let id { return id }
        }
        return nil
    }

    /// An active one has ended, in whatever way.
    mutating func finished(host name: HostKey) {
        active -= 1
        guard var host = hosts.removeValue(forKey: name) else { return }
        host.active -= 1
        put(host, name)
    }

    private mutating func put(_ host: Host, _ name: HostKey) {
        guard host.active > 0 || host.hasWaiting else { return }
        hosts[name] = host
        takeTurn(name)
    }

    private mutating func takeTurn(_ name: HostKey) {
        guard let host = hosts[name], host.hasWaiting, host.active < maxPerHost, !host.isInTurn else { return }
        hosts[name]?.isInTurn = true
        turn.append(name)
    }

    private mutating func compactTurn() {
        guard turnStart > 256, turnStart * 2 > turn.count else { return }
        turn.removeFirst(turnStart)
        turnStart = 0
    }
}
