import AttachmentDomain

/// What is wrong with the arguments of a call.
enum UsageFault: Error, Hashable {
    /// No option has that name.
    case unknownOption(String)
    /// The option is the last argument, though something must follow it.
    case lacksValue(option: String, argument: String)
    /// `--name=value` for a switch.
    case takesNoValue(option: String, value: String)
    /// The value is none that the option takes.
    case badValue(option: String, value: String, expected: String, nearest: String? = nil)
    /// An option of one command, given to another.
    case belongsElsewhere(option: String, command: String, called: String)
    /// No header as `Name: value`; `name` is what stands in the place of its name. Values may be secrets.
    case badHeader(name: String)
    /// A URL that a command cannot act on, and why.
    case badURL(Finding)
    /// A group such as `cache` without the command in it.
    case lacksCommand(group: String, commands: [String])
    /// A group has no such command.
    case unknownCommand(group: String, word: String, commands: [String])
    /// A word that the command needs is missing, such as `PAYLOAD`.
    case lacksWord(command: String, word: String)
    /// More words than the command takes.
    case extraWord(command: String, word: String)
    /// `-` more than once: the second reader would find nothing.
    case repeatedStandardInput
}

extension UsageFault: ExplainedError {
    var code: Code { .usage }

    var explanation: String {
        switch self {
        case .unknownOption(let option): "there is no option \(option)"
        case .lacksValue(let option, let argument): "\(option) needs a value: \(argument)"
        case .takesNoValue(let option, let value): "\(option) takes no value, but has \"\(value)\""
        case .badValue(let option, let value, let expected, _): "\(option) \"\(value)\" is not \(expected)"
        case .belongsElsewhere(let option, let command, let called):
            "\(option) belongs to \(command), and \(called) does not take it"
        case .badHeader(let name): "-H \"\(name)\" is no header as 'Name: value', in one line"
        case .badURL(let finding): finding.message
        case .lacksCommand(let group, let commands):
            "\(group) needs one of its commands: \(commands.joined(separator: ", "))"
        case .unknownCommand(let group, let word, let commands):
            "\(group) has no command \"\(word)\", only \(commands.joined(separator: ", "))"
        case .lacksWord(let command, let word): "\(command) needs \(word)"
        case .extraWord(let command, let word): "\(command) takes no \"\(word)\""
        case .repeatedStandardInput: "standard input is named more than once, and can be read once"
        }
    }

    var remedy: String {
        switch self {
        case .unknownOption(let option):
            NearestName.suggestion(for: option, among: OptionEntry.table.map(\.name.long)).map { "did you mean \($0)?" }
                ?? "see attachfetch --help, or write -- before words that begin with a dash"
        case .unknownCommand(_, let word, let commands):
            NearestName.suggestion(for: word, among: commands).map { "did you mean \($0)?" } ?? code.facts.remedy
        case .belongsElsewhere(_, let command, _): "leave it out, or call attachfetch \(command)"
        case .badHeader: "write a name, a colon and a value, without control characters"
        case .badURL(let finding): finding.remedy
        case .badValue(_, _, _, let nearest?): "did you mean \(nearest)?"
        case .repeatedStandardInput: "give - once; write ./- for a file of that name"
        default: code.facts.remedy
        }
    }
}
