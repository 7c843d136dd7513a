import AttachmentDomain
import AttachmentThreads

/// Asks about stored responses behind the answers that they were used for (RFC 5861 3).
final class Refresher: Sendable {
    /// Apart from the calls that they began behind: nobody waits for a refresh who waits for those.
    private let calls = OpenCalls()
    private let seconds: Double
    private let underWay = Locked<Set<FlightKey>>([])

    /// - Parameter seconds: how long one may take.
    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Whether anything is under way.
    var isBusy: Bool { !calls.isEmpty }

    /// Waits until all that is under way now has ended.
    func settle() async {
        await calls.settle()
    }

    /// The same; what has not by that instant is ended then.
    func settle(until instant: ContinuousClock.Instant, alarms: AlarmClock) async {
        await calls.settle(until: instant, alarms: alarms)
    }

    /// Ends what is under way, and begins nothing any more.
    func close() async {
        await calls.close()
    }

    /// Asks, unless that is being done already. What comes of it is in the cache for the next call; a failure is remembered
    /// like any other.
    func refresh(_ request: LoadRequest, with loader: MediaLoader) {
        let key = FlightKey(request)
        guard underWay.withLock({ $0.insert(key).inserted }) else { return }
        let started = calls.start { [self] in
            await load(request, with: loader)
            finish(key)
        }
        if started == nil { finish(key) }
    }

    private func finish(_ key: FlightKey) {
        underWay.withLock { _ = $0.remove(key) }
    }

    private func load(_ request: LoadRequest, with loader: MediaLoader) async {
        let done = OneShot()
        let time = TransferTime(deadline: .after(.seconds(seconds)))
        let load = Load(request, time: time) { event in
            if case .over = event { done.fire() }
        }
        await withTaskCancellationHandler {
            loader.workers.submit { loader.begin([load]) }
            await done.wait()
        } onCancel: {
            load.cancel()
        }
    }
}
