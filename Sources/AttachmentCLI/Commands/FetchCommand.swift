import AttachmentDomain

/// `fetch`: the main job.
enum FetchCommand {
    static let entry = CommandEntry(
        words: ["fetch"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "get the media of payloads, print what became of each", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        .done
    }
}
