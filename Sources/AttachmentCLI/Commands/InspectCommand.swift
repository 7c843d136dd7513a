import AttachmentDomain
import AttachmentKit
import AttachmentPayload

/// `inspect`: what payloads hold; nothing is asked of the network and nothing is kept.
enum InspectCommand {
    static let entry = CommandEntry(
        words: ["inspect"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "print what payloads hold; no network", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let inputs = try PayloadInputs(invocation, policy: try invocation.policy().policy)
        let redacts = invocation.settings.redacts
        var report = ResultReport(invocation)
        do throws(Refusal) {
            try inputs.read { event throws(Refusal) in
                switch event {
                case .begin(let isList):
                    report.begin(isList: isList)
                case .payload(let label, let source):
                    let payload = inputs.payloads.outline(source)
                    let shown = PayloadReport(payload, reader: inputs.payloads, isRedacted: redacts)
                    try report.add(shown, of: label) { PayloadText($0, style: invocation.style).write(to: $1) }
                case .fault(let label, let finding):
                    try report.add(finding, of: label)
                }
            }
        } catch {
            return try report.finish(error)
        }
        return try report.finish()
    }
}
