import AttachmentDomain
import AttachmentKit
import AttachmentJSON

/// `policy show` and `policy check`: which values count, and where they come from.
enum PolicyCommand {
    static let show = CommandEntry(
        words: ["policy", "show"], operands: "", count: 0...0,
        help: "print every value of the policy and where it came from", run: show)
    static let check = CommandEntry(
        words: ["policy", "check"], operands: "[FILE]", count: 0...1,
        help: "say whether a policy file is right, and what it sets", run: check)

    private static func show(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let policy = try invocation.policy()
        do {
            switch invocation.settings.format {
            case .text: invocation.context.output.write(try table(policy))
            case .json, .jsonl:
                let isPretty = invocation.settings.format == .json
                invocation.context.output.write(bytes: try policy.fileText(withSources: true, isPretty: isPretty))
            }
        } catch {
            throw Refusal(error)
        }
        return .done
    }

    private static func check(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        var settings = invocation.settings
        settings.policyFile = invocation.operands.first ?? settings.policyFile
        let policy = try Invocation(
            operands: [], settings: settings, context: invocation.context, refusals: invocation.refusals,
            epilogue: invocation.epilogue
        ).policy()
        try refusing { () throws(AttachmentError) in try AttachmentFetcher.check(policy.policy) }
        let report: PolicyReport
        do {
            report = try PolicyReport(policy)
        } catch {
            throw Refusal(error)
        }
        if settings.format == .text {
            invocation.context.output.write(report.text)
        } else {
            let printer = ResultPrinter(invocation.context.output, format: settings.format, isList: false)
            try printer.print(report)
        }
        return .done
    }

    /// A line for each key: name, value, source.
    private static func table(_ policy: EffectivePolicy) throws(JSONTextError) -> String {
        let leaves = try policy.leaves()
        let width = leaves.map(\.key.count).max() ?? 0
        return leaves.map { leaf in
            let padding = String(repeating: " ", count: width - leaf.key.count)
            return "\(leaf.key)\(padding)  \(leaf.value)  (\(policy.source(of: leaf.key)))\n"
        }.joined().visibleLines
    }
}

/// What `policy check` prints: the file, that it is right, and the values that it or a flag sets.
struct PolicyReport: Encodable {
    let file: String?
    let valid = true
    let values: [Value]

    struct Value: Encodable {
        let key: String
        let source: String
    }

    init(_ policy: EffectivePolicy) throws(JSONTextError) {
        file = policy.file
        values = try policy.leaves().compactMap { leaf in
            let source = policy.source(of: leaf.key)
            return source == .builtIn ? nil : Value(key: leaf.key, source: source.description)
        }
    }

    private enum CodingKeys: CodingKey {
        case file, valid, values
    }

    var text: String {
        let name = file ?? "the built-in policy"
        let lines = values.map { "  \($0.key)  (\($0.source))\n" }
        return ("\(name) is right; it sets \(values.count) values\n" + lines.joined()).visibleLines
    }
}
