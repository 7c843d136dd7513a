import AttachmentDomain

/// `inspect`: what a payload holds; nothing is asked of the network.
enum InspectCommand {
    static let entry = CommandEntry(
        words: ["inspect"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "print what payloads hold; no network", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        .done
    }
}
