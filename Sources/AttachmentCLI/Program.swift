import AttachmentDomain
import Glibc

/// The program: arguments in, exit code out.
public enum Program {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    /// Runs this process's arguments and ends it. Called once, on the main thread, before anything else.
    public static func main() -> Never {
        let start = ProcessFacts.start
        StandardDescriptors.occupy()
        let interruption = Interruption()
        SignalWatch.start(interruption)
        let context = CommandContext.process(start: start, interruption: interruption)
        let code = run(Array(CommandLine.arguments.dropFirst()), context)
        // Not `exit`: transfers may still run, and what they use must not be torn down under them.
        _exit(code.rawValue)
    }

    /// Runs one call and writes all that it has to say. Blocks its thread, which must not be one of Swift's own pool.
    public static func run(_ arguments: [String], _ context: CommandContext) -> ExitCode {
        let parsed = ParsedArguments(arguments)
        let refusals = RefusalPrinter(error: context.error, arguments: parsed)
        let epilogue = Epilogue()
        var code: ExitCode
        do {
            code = try perform(parsed, context, refusals, epilogue)
        } catch {
            refusals.print(error)
            code = error.exitCode
        }
        context.output.flush()
        code = code.combined(with: outputCode(context, refusals))
        context.error.flush()
        epilogue.run()
        return context.interruption.exitCode.map(code.combined) ?? code
    }

    private static func perform(
        _ arguments: ParsedArguments, _ context: CommandContext, _ refusals: RefusalPrinter, _ epilogue: Epilogue
    ) throws(Refusal) -> ExitCode {
        if arguments.has(.help) {
            context.output.write(HelpText.text)
            return .done
        }
        if arguments.has(.version) {
            context.output.write("attachfetch \(version)\n")
            return .done
        }
        let (command, invocation) = try prepare(arguments, context, refusals, epilogue)
        return try command.run(invocation)
    }

    private static func prepare(
        _ arguments: ParsedArguments, _ context: CommandContext, _ refusals: RefusalPrinter, _ epilogue: Epilogue
    ) throws(Refusal) -> (CommandEntry, Invocation) {
        do throws(UsageFault) {
            if let fault = arguments.faults.first {
                throw fault
            }
            let settings = try Settings(arguments)
            let (command, operands) = try CommandEntry.route(arguments)
            try arguments.check(for: command)
            return (
                command,
                Invocation(
                    operands: operands, settings: settings, context: context, refusals: refusals, epilogue: epilogue)
            )
        } catch {
            throw Refusal(error)
        }
    }

    /// What became of standard output: a reader that went away is no error, a full disk is.
    private static func outputCode(_ context: CommandContext, _ refusals: RefusalPrinter) -> ExitCode {
        guard let fault = context.output.fault, fault != EPIPE else { return .done }
        let code: Code = fault == ENOSPC || fault == EDQUOT ? .diskFull : .cacheUnavailable
        refusals.print(
            Finding(
                code, "standard output cannot be written: \(String(cString: strerror(fault)))",
                remedy: "give standard output a place that takes the answer"))
        return .surroundings
    }
}
