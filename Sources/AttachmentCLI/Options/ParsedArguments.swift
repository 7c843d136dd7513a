/// Arguments taken apart into options and words, by the table of options alone.
struct ParsedArguments: Hashable {
    /// What stands for itself, in order.
    private(set) var words: [String] = []
    /// How many of the words stand before `--`: only they can be the name of a command.
    private(set) var plainWords = 0
    private(set) var values: [OptionName: [String]] = [:]
    /// What is wrong with the arguments, the first first.
    private(set) var faults: [UsageFault] = []

    /// Reads all arguments, also past a fault: the format of refusals may be told at the end.
    ///
    /// Options stand before or after words, as `--name value`, `--name=value` or `-n value`; short ones may stand in a row,
    /// as `-io FILE`. `--` ends options, `-` is a word.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            if argument.hasPrefix("--") {
                takeLong(argument, &rest)
            } else if argument.hasPrefix("-"), argument != "-" {
                takeShort(argument, &rest)
            } else {
                words.append(argument)
                plainWords = words.count
            }
        }
    }

    /// Throws where an option belongs to another command.
    func check(for command: CommandEntry) throws(UsageFault) {
        for option in OptionEntry.table where has(option.name) {
            guard let owner = option.command, owner != command.name else { continue }
            throw .belongsElsewhere(option: option.written, command: owner, called: command.name)
        }
    }

    func has(_ name: OptionName) -> Bool {
        values[name] != nil
    }

    /// The value that counts of an option that is no list: the last.
    func value(_ name: OptionName) -> String? {
        values[name]?.last
    }

    private mutating func takeLong(_ argument: String, _ rest: inout ArraySlice<String>) {
        let equals = argument.firstIndex(of: "=")
        let name = String(argument[..<(equals ?? argument.endIndex)])
        let attached = equals.map { String(argument[argument.index(after: $0)...]) }
        guard let option = OptionEntry.named(name) else {
            faults.append(.unknownOption(name))
            return
        }
        take(option, as: name, attached, &rest)
    }

    private mutating func takeShort(_ argument: String, _ rest: inout ArraySlice<String>) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = OptionEntry.named(letter) else {
                faults.append(.unknownOption(argument))
                return
            }
            let attached = option.argument == nil || letters.isEmpty ? nil : String(letters)
            take(option, as: option.written, attached, &rest)
            if attached != nil { return }
        }
    }

    private mutating func take(
        _ option: OptionEntry, as written: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) {
        guard let argument = option.argument else {
            if let attached {
                faults.append(.takesNoValue(option: written, value: attached))
            }
            values[option.name, default: []].append("")
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            faults.append(.lacksValue(option: written, argument: argument))
            return
        }
        values[option.name, default: []].append(value)
    }
}
