import AttachmentDomain
import AttachmentKit

/// Takes the reports of the crew and prints results: in the order of the inputs, or with `jsonl` as they come.
struct FetchDesk {
    private let invocation: Invocation
    private var report: ResultReport
    private var waiting: [Int: (label: String, outcome: FetchCrew.Outcome)] = [:]
    private var printed = 0
    private var total: Int?
    private var refusal: Refusal?

    init(_ invocation: Invocation) {
        self.invocation = invocation
        report = ResultReport(invocation)
    }

    /// Whether every payload has been printed.
    var isDone: Bool { total == printed }

    mutating func take(_ message: FetchCrew.Report) throws(Refusal) {
        switch message {
        case .begin(let isList):
            report.begin(isList: isList)
        case .end(let count, let refusal):
            total = count
            self.refusal = refusal
        case .outcome(_, let label, let outcome) where invocation.settings.format == .jsonl:
            try print(outcome, of: label)
        case .outcome(let number, let label, let outcome):
            waiting[number] = (label, outcome)
            while let next = waiting.removeValue(forKey: printed) {
                try print(next.outcome, of: next.label)
            }
        }
    }

    /// Ends the list; throws why the inputs could not be read, if that is so.
    func finish() throws(Refusal) -> ExitCode {
        try report.finish(refusal)
    }

    private mutating func print(_ outcome: FetchCrew.Outcome, of label: String) throws(Refusal) {
        printed += 1
        switch outcome {
        case .fault(let finding):
            try report.add(finding, of: label)
        case .fetched(let result):
            report.note(ExitCode(of: result))
            let shown = invocation.settings.redacts ? result.redacted : result
            try report.add(shown, of: label) { $1.write(FetchText($0, style: invocation.style).text) }
            if invocation.settings.isVerbose {
                invocation.tell("\(label): \(FetchText(result, style: .plain).summary)")
            }
        }
    }
}

extension ExitCode {
    /// What a result means for the exit code: the cache's faults count most, then whatever is not ready.
    init(of result: FetchResult) {
        let records = result.attachments.map(ExitCode.init(of:))
        let findings = result.findings.map { ExitCode(of: $0) }
        self = (records + findings).reduce(.done) { $0.combined(with: $1) }
    }

    /// What a finding about the push as a whole means for the exit code: it was not stored, or only a hint.
    private init(of finding: Finding) {
        switch finding.code {
        case let code where code.isOfCache: self = .surroundings
        case .deadlineExceeded: self = .notReady
        default: self = .done
        }
    }

    /// What a record means for the exit code. An empty slot, and a fallback that was not needed, mean nothing.
    init(of record: AttachmentRecord) {
        switch (record.state, record.reason?.code) {
        case (.ready, _), (.skipped, _), (_, .urlNull), (_, .urlEmpty): self = .done
        case (_, let code?) where code.isOfCache: self = .surroundings
        default: self = .notReady
        }
    }
}

extension Code {
    fileprivate var isOfCache: Bool {
        switch self {
        case .cacheFull, .cacheUnavailable, .diskFull: true
        default: false
        }
    }
}
