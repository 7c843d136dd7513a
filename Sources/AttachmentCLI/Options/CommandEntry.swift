/// One command: its words, what it takes, and the function that does it.
struct CommandEntry: Sendable {
    /// One word, or a group and the word in it.
    let words: [String]
    /// What stands after them in the help, as `PAYLOAD...`; empty for nothing.
    let operands: String
    /// How many operands there must and may be.
    let count: ClosedRange<Int>
    let help: String
    let run: @Sendable (Invocation) throws(Refusal) -> ExitCode

    var name: String { words.joined(separator: " ") }
}

extension CommandEntry {
    /// The one table of commands, in the order of the help; the first is meant when none is named.
    static let table: [CommandEntry] = [
        FetchCommand.entry,
        InspectCommand.entry,
        GetCommand.entry,
        PushesCommand.list,
        PushesCommand.show,
        CacheCommand.stats,
        CacheCommand.list,
        CacheCommand.path,
        CacheCommand.purge,
        PolicyCommand.show,
        PolicyCommand.check,
    ]

    /// The names of all first words.
    static var firstWords: [String] {
        table.map { $0.words[0] }.reduce(into: []) { names, name in
            if !names.contains(name) {
                names.append(name)
            }
        }
    }

    /// Which command is meant, and its operands.
    static func route(_ arguments: ParsedArguments) throws(UsageFault) -> (command: CommandEntry, operands: [String]) {
        let (command, taken) = try find(arguments)
        let operands = Array(arguments.words.dropFirst(taken))
        guard operands.count >= command.count.lowerBound else {
            throw .lacksWord(command: command.name, word: command.operands)
        }
        guard operands.count <= command.count.upperBound else {
            throw .extraWord(command: command.name, word: operands[command.count.upperBound])
        }
        return (command, operands)
    }

    private static func find(_ arguments: ParsedArguments) throws(UsageFault) -> (command: CommandEntry, taken: Int) {
        let plain = arguments.words.prefix(arguments.plainWords)
        if let command = table.first(where: { plain.starts(with: $0.words) }) {
            return (command, command.words.count)
        }
        guard let group = plain.first, case let commands = commands(of: group), !commands.isEmpty else {
            return (table[0], 0)
        }
        guard let word = plain.dropFirst().first else { throw .lacksCommand(group: group, commands: commands) }
        throw .unknownCommand(group: group, word: word, commands: commands)
    }

    private static func commands(of group: String) -> [String] {
        table.filter { $0.words[0] == group }.compactMap { $0.words.dropFirst().first }
    }
}
