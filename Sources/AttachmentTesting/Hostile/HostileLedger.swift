import Glibc

/// What the routes remember from one request to the next.
final class HostileLedger: Sendable {
    private struct State: Sendable {
        var counts: [String: Int] = [:]
        var inProgress: [String: Int] = [:]
        var mostAtOnce: [String: Int] = [:]
        var versions: [String: Int] = [:]
        var times: [String: Int64] = [:]
    }

    private let state = Monitor(State())

    /// Counts a request; its number from 1.
    func next(_ key: String) -> Int {
        state.withLock { state in
            state.counts[key, default: 0] += 1
            return state.counts[key, default: 0]
        }
    }

    /// Counts a request that is in progress until `leave`; its number from 1.
    func enter(_ key: String) -> Int {
        state.withLock { state in
            state.counts[key, default: 0] += 1
            state.inProgress[key, default: 0] += 1
            state.mostAtOnce[key] = max(state.mostAtOnce[key, default: 0], state.inProgress[key, default: 0])
            return state.counts[key, default: 0]
        }
    }

    func leave(_ key: String) {
        state.withLock { state in
            // Below zero only where the counters were set back in between.
            state.inProgress[key] = max(0, state.inProgress[key, default: 0] - 1)
        }
    }

    func count(_ key: String) -> Int { state.value.counts[key] ?? 0 }

    func mostAtOnce(_ key: String) -> Int { state.value.mostAtOnce[key] ?? 0 }

    /// How often the key was bumped.
    func version(_ key: String) -> Int { state.value.versions[key] ?? 0 }

    /// Unix seconds at which the key was first looked at, or last bumped.
    func time(_ key: String) -> Int64 {
        state.withLock { state in
            let known = state.times[key] ?? unixSeconds()
            state.times[key] = known
            return known
        }
    }

    func bump(_ key: String) {
        state.withLock { state in
            state.versions[key, default: 0] += 1
            state.times[key] = unixSeconds()
        }
    }

    func reset() {
        state.withLock { $0 = State() }
    }
}

/// The time of day in Unix seconds.
func unixSeconds() -> Int64 { Int64(time(nil)) }
