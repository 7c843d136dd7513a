import AttachmentDomain
import AttachmentKit

/// `fetch`: the main job. Payloads in, attachment records out, by the deadline.
enum FetchCommand {
    static let entry = CommandEntry(
        words: ["fetch"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "get the media of payloads, print what became of each", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let (fetcher, deadline) = try invocation.makeFetcher()
        let inputs = try PayloadInputs(invocation, policy: fetcher.policy)
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

    private static func options(_ invocation: Invocation) -> FetchOptions {
        var options = FetchOptions(start: invocation.context.start)
        options.profiles = invocation.settings.profiles
        options.copiesDirectory = invocation.settings.outDirectory.map(invocation.context.absolute)
        // The command ends with its answer, so nothing can go on behind it.
        options.continuesBehindAnswer = false
        return options
    }
}
