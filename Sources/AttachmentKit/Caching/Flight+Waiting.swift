import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

// How a flight waits while another process asks for the same.

extension Flight {
    /// How long a process has waited for another's answer.
    struct Waiting: Sendable {
        let joined: Joined?
        /// The other's last sign of life, and when it was first seen.
        var beat: UInt64
        var beatSeen = ContinuousClock.now
        var looks = 0

        /// Until the next look: longer and longer, and not all at one moment.
        var pause: Duration {
            let ceiling = min(100.0, 2 * Double(1 << min(looks, 10)))
            return .microseconds(Int(ceiling * Double.random(in: 500...1000)))
        }
    }

    /// How long the other may give no sign of life. Signs are half a second apart.
    private static let patience = Duration.seconds(3)

    func wait(_ waiting: Waiting) {
        let instant = ContinuousClock.now.advanced(by: waiting.pause)
        loader.alarms.call(at: instant) { [self] in
            guard !hasLanded else { return }
            loader.workers.submit { self.look(after: waiting) }
        }
    }

    private func look(after waiting: Waiting) {
        guard !hasLanded else { return }
        guard let asking = lookAgain(since: waiting.joined) else { return }
        if time.deadline.hasPassed() {
            let message = "the deadline came while another process was fetching \(request.url.redacted)"
            return land(.failed(LoadFailure(unasked: Finding(.deadlineExceeded, message))))
        }
        var waiting = waiting
        waiting.looks += 1
        let beat = loader.store.flights.beat(of: key.lockName)
        if beat != waiting.beat {
            waiting.beat = beat
            waiting.beatSeen = .now
        }
        let isStuck = waiting.beatSeen.duration(to: .now) > Self.patience
        if isStuck || asking.isUncacheable { return start(makeRequest(asking)) }
        do throws(StoreError) {
            guard let lock = try loader.store.flights.tryLock(key.lockName) else { return wait(waiting) }
            guard hold(lock) else { return }
        } catch {
            return start(makeRequest(asking))
        }
        if let asking = lookAgain(since: waiting.joined) { start(makeRequest(asking)) }
    }
}
