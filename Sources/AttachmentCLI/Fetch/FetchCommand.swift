import AttachmentDomain
import AttachmentKit
import AttachmentThreads

/// `fetch`: the main job. Payloads in, attachment records out, by the deadline.
enum FetchCommand {
    static let entry = CommandEntry(
        words: ["fetch"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "get the media of payloads, print what became of each", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        prepare()
        if invocation.context.endsProcess { OpenFileLimit.raise() }
        let policy = try invocation.policy().policy
        let cache = try invocation.cacheDirectory()
        let fetcher = try refusing { () throws(AttachmentError) in
            try AttachmentFetcher(policy: policy, cache: cache, clock: invocation.context.clock)
        }
        let inputs = try PayloadInputs(invocation, policy: policy)
        let deadline = invocation.deadline(policy)
        defer { shutDown(fetcher, invocation, deadline) }
        let crew = FetchCrew(fetcher, deadline: deadline, options: options(invocation))
        invocation.context.interruption.onStop { crew.stop() }
        crew.start(inputs)
        var desk = FetchDesk(invocation)
        while !desk.isDone {
            for report in crew.reports.takeAll() {
                try desk.take(report)
            }
        }
        return try desk.finish()
    }

    /// Makes the table of dialects and OpenSSL's tables on a thread of their own while this one reads the policy and
    /// opens the cache: they are the longest pieces of work of a call that the cache answers.
    private static func prepare() {
        do {
            try DedicatedThread(named: "prepare") { AttachmentFetcher.prepare() }.detach()
        } catch {
            // Without a thread they are made where they are first needed.
            return
        }
    }

    private static func options(_ invocation: Invocation) -> FetchOptions {
        var options = FetchOptions(start: invocation.context.start)
        options.profiles = invocation.settings.profiles
        options.copiesDirectory = invocation.settings.outDirectory.map(invocation.context.absolute)
        // The command ends with its answer, so nothing can go on behind it.
        options.continuesBehindAnswer = false
        return options
    }

    /// Ends transfers and closes the cache where the process goes on; where it ends, only what interrupted transfers left
    /// is brought to safety. The answer, printed before, needs none of it, so it gets what is left of the time and no
    /// more. All that the answer speaks of is stored by then.
    private static func shutDown(_ fetcher: AttachmentFetcher, _ invocation: Invocation, _ deadline: Deadline) {
        invocation.context.output.flush()
        let left = deadline.remaining() ?? longestShutdown
        // A long log costs whoever opens the cache next some milliseconds; past the deadline that is the better choice.
        let closes = !invocation.context.endsProcess || fetcher.hasLongLog && left > shortestShutdown
        guard closes || fetcher.hasUnsettledParts else { return }
        let done = WakeUp()
        Task {
            if closes { await fetcher.shutdown() } else { await fetcher.settleParts() }
            done.signal()
        }
        done.wait(atMost: closes ? min(longestShutdown, max(left, shortestShutdown)) : timeForParts(deadline))
    }

    /// Until a moment past the deadline, which a thousand parts need, and no longer.
    private static func timeForParts(_ deadline: Deadline) -> Duration {
        guard let instant = deadline.instant else { return longestShutdown }
        let end = ContinuousClock.now.duration(to: instant.advanced(by: latestForParts))
        return min(longestShutdown, max(end, .milliseconds(5)))
    }

    private static let latestForParts = Duration.milliseconds(35)
    private static let longestShutdown = Duration.seconds(2)
    private static let shortestShutdown = Duration.milliseconds(20)
}
