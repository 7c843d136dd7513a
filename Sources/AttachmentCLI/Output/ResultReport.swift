import AttachmentDomain

/// The results of a call in the format that was asked for, and the exit code that they add up to.
///
/// Used by one thread at a time.
struct ResultReport {
    private let invocation: Invocation
    private var printer: ResultPrinter
    private var isList = false
    private(set) var exitCode = ExitCode.done

    init(_ invocation: Invocation) {
        self.invocation = invocation
        printer = ResultPrinter(invocation.context.output, format: invocation.settings.format, isList: false)
    }

    /// Called before the first result: whether results are elements of a list, each with its input.
    mutating func begin(isList: Bool) {
        self.isList = isList
        printer = ResultPrinter(invocation.context.output, format: invocation.settings.format, isList: isList)
    }

    /// Counts an exit code in.
    mutating func note(_ code: ExitCode) {
        exitCode = exitCode.combined(with: code)
    }

    /// Prints a result; `text` writes it for people.
    func add<Value: Encodable>(
        _ value: Value, of label: String, text: (Value, OutputStream) -> Void
    ) throws(Refusal) {
        let output = invocation.context.output
        if invocation.settings.format == .text {
            if isList { output.write("\(label.visible): ") }
            text(value, output)
        } else if isList {
            try printer.print(InputResult(input: label, value: value))
        } else {
            try printer.print(value)
        }
    }

    /// Prints, in place of a result, why there is none: on standard error, and among the results of a list.
    mutating func add(_ finding: Finding, of label: String) throws(Refusal) {
        note(ExitCode(refusing: finding.code))
        if isList, invocation.settings.format != .text {
            try printer.print(InputResult(input: label, value: ErrorResult(error: finding)))
        }
        invocation.refusals.print(finding)
    }

    /// Ends the list, so that what was printed of it is whole; then throws the refusal that ended the reading, if one
    /// did, with the exit code of the worst that happened.
    func finish(_ refusal: Refusal? = nil) throws(Refusal) -> ExitCode {
        if invocation.settings.format != .text {
            printer.finish()
        }
        guard let refusal else { return exitCode }
        throw Refusal(refusal.finding, refusal.exitCode.combined(with: exitCode))
    }
}
