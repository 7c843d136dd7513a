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
        /// How many processes it has given up waiting for.
        var passed = 0

        /// Notes what was seen of the other's signs of life.
        mutating func note(_ beat: UInt64) {
            guard beat != self.beat else { return }
            self.beat = beat
            beatSeen = .now
        }

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
        if asking.isUncacheable { return start(makeRequest(asking)) }
        var waiting = waiting
        waiting.looks += 1
        waiting.note(loader.store.flights.beat(of: lockName(waiting.passed)))
        if waiting.beatSeen.duration(to: .now) > Self.patience {
            waiting.passed += 1
            waiting.beat = loader.store.flights.beat(of: lockName(waiting.passed))
            waiting.beatSeen = .now
        }
        guard waiting.passed <= Self.mostPassed else { return start(makeRequest(asking)) }
        takeOver(asking, waiting)
    }

    /// Asks itself where nobody does any more.
    private func takeOver(_ asking: Asking, _ waiting: Waiting) {
        do throws(StoreError) {
            guard let lock = try loader.store.flights.tryLock(lockName(waiting.passed)) else { return wait(waiting) }
            guard hold(lock) else { return }
        } catch {
            return start(makeRequest(asking))
        }
        if let asking = lookAgain(since: waiting.joined) { start(makeRequest(asking)) }
    }

    /// How many processes without a sign of life are passed by before this one asks whoever else does.
    private static let mostPassed = 4

    /// What the processes exclude each other by once so many were passed by: those that waited for one that is stuck must
    /// not all ask at once.
    private func lockName(_ passed: Int) -> String {
        passed == 0 ? key.lockName : "\(key.lockName)\n\(passed)"
    }
}
