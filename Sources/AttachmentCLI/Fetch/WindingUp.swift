import AttachmentDomain
import AttachmentKit
import AttachmentThreads

/// What a call does with its fetcher behind the answer. All that the answer speaks of is stored by then, so nothing of
/// this may take long, and a signal ends it.
struct WindingUp {
    private let fetcher: AttachmentFetcher
    private let deadline: Deadline
    private let context: CommandContext

    init(_ fetcher: AttachmentFetcher, deadline: Deadline, context: CommandContext) {
        self.fetcher = fetcher
        self.deadline = deadline
        self.context = context
    }

    /// Lets refreshes go on for a while, brings to safety what interrupted transfers left, and closes the cache where the
    /// process goes on. Without any of these it costs nothing.
    func run() {
        finishRefreshes()
        close()
    }

    /// What was used stale is asked about, so that the next call finds it fresh: for a second, and not past the deadline.
    private func finishRefreshes() {
        guard fetcher.hasRefreshes else { return }
        let now = ContinuousClock.now
        let end = min(now.advanced(by: Self.longestRefresh), deadline.instant ?? now.advanced(by: Self.longestRefresh))
        wait(atMost: now.duration(to: end) + Self.shortestShutdown) { [fetcher] in
            await fetcher.settleRefreshes(until: end)
        }
    }

    /// Ends transfers and closes the cache where the process goes on; where it ends, only what interrupted transfers left
    /// is brought to safety, in what is left of the time.
    private func close() {
        let left = deadline.remaining() ?? Self.longestShutdown
        // A long log costs whoever opens the cache next some milliseconds; past the deadline that is the better choice.
        let closes = !context.endsProcess || fetcher.hasLongLog && left > Self.shortestShutdown
        guard closes || fetcher.hasUnsettledParts else { return }
        let longest = closes ? min(Self.longestShutdown, max(left, Self.shortestShutdown)) : timeForParts
        let done = WakeUp()
        Task { [fetcher] in
            if closes { await fetcher.shutdown() } else { await fetcher.settleParts() }
            done.signal()
        }
        done.wait(atMost: longest)
    }

    /// Waits for the work, and not once a signal has come.
    private func wait(atMost duration: Duration, for work: @escaping @Sendable () async -> Void) {
        let done = WakeUp()
        Task {
            await work()
            done.signal()
        }
        context.interruption.onStop { done.signal() }
        done.wait(atMost: duration)
    }

    /// Until a moment past the deadline, which a thousand parts need, and no longer.
    private var timeForParts: Duration {
        guard let instant = deadline.instant else { return Self.longestShutdown }
        let end = ContinuousClock.now.duration(to: instant.advanced(by: Self.latestForParts))
        return min(Self.longestShutdown, max(end, .milliseconds(5)))
    }

    private static let longestRefresh = Duration.seconds(1)
    private static let latestForParts = Duration.milliseconds(35)
    private static let longestShutdown = Duration.seconds(2)
    private static let shortestShutdown = Duration.milliseconds(20)
}
