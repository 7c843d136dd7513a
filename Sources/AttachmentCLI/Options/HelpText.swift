/// The help, made of the tables of commands, options and exit codes.
enum HelpText {
    static var text: String {
        """
        attachfetch makes the media of a push certain: it finds the media URLs in a payload, gets
        them before the deadline, proves what the bytes are and keeps each file once.

        Usage: attachfetch [COMMAND] [OPTION]... [OPERAND]...

        Commands (fetch when none is named), each with the options that it alone takes:
        \(section(commands))

        Options, before or after operands; -- ends them, - is standard input:
        \(section(options(of: nil)))

        Exit codes:
        \(section(exitCodes))

        """
    }

    private static var commands: [(String, String)] {
        CommandEntry.table.flatMap { command in
            [("\(command.name) \(command.operands)", command.help)]
                + options(of: command.name).map { ("  \($0)", $1) }
        }
    }

    /// The options of one command; nil for those that all take.
    private static func options(of command: String?) -> [(String, String)] {
        OptionEntry.table.filter { $0.command == command }.map { option in
            let short = option.short.map { "-\($0), " } ?? ""
            return (short + option.name.long + (option.argument.map { " \($0)" } ?? ""), option.help)
        }
    }

    private static var exitCodes: [(String, String)] {
        ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
    }

    /// Lines of two columns; where the first is too long, the second stands below it.
    private static func section(_ rows: [(String, String)]) -> String {
        let widest = rows.map(\.0.count).filter { $0 <= widestTerm }.max() ?? 0
        return rows.map { row(term: $0, meaning: $1, width: widest) }.joined(separator: "\n")
    }

    private static func row(term: String, meaning: String, width: Int) -> String {
        let indentation = String(repeating: " ", count: width + 4)
        let lines = wrapped(meaning, width: 92 - width)
        let first =
            term.count > width ? "  \(term)\n\(indentation)" : "  \(term)" + indentation.dropFirst(term.count + 2)
        return first + lines.joined(separator: "\n\(indentation)")
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    private static let widestTerm = 26
}
