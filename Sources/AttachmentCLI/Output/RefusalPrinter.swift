import AttachmentDomain
import AttachmentJSON

/// Prints refusals on standard error: a line for people and, where JSON was asked for by name, one for scripts after it.
struct RefusalPrinter {
    let error: OutputStream
    /// Whether `--format json` or `--format jsonl` was given.
    let printsJSON: Bool

    init(error: OutputStream, arguments: ParsedArguments) {
        self.error = error
        let format = arguments.value(.format)
        printsJSON = format == OutputFormat.json.rawValue || format == OutputFormat.jsonl.rawValue
    }

    func print(_ refusal: Refusal) {
        print(refusal.finding, prefix: refusal.namesCode ? "\(refusal.finding.code.rawValue): " : "")
    }

    func print(_ finding: Finding) {
        print(finding, prefix: "")
    }

    private func print(_ finding: Finding, prefix: String) {
        error.write("attachfetch: \(prefix)\(finding.message.visible); \(finding.remedy.visible)\n")
        guard printsJSON else { return }
        do {
            error.write(bytes: try JSONText.encode(ErrorResult(error: finding)) + [UInt8(ascii: "\n")])
        } catch {
            // A finding is three strings: there is nothing in it that JSON could not write.
            self.error.write("{\"error\":{}}\n")
        }
    }
}
