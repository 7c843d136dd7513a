/// The options by name, without their two dashes.
enum OptionName: String, CaseIterable, Hashable, Sendable {
    case policy
    case cache
    case deadline
    case profile
    case allowOrigin = "allow-origin"
    case out
    case output
    case include
    case header
    case anyType = "any-type"
    case negative
    case format
    case redact
    case quiet
    case verbose
    case noColor = "no-color"
    case help
    case version

    var long: String { "--\(rawValue)" }
}

/// What one option takes, and what the help says about it.
struct OptionEntry: Sendable {
    let name: OptionName
    /// The one letter that may stand for it.
    var short: Character?
    /// What follows it, in capitals; nil for a switch.
    var argument: String?
    /// Whether each occurrence adds a value; else the last one counts.
    var isRepeatable = false
    /// The only command that takes it; nil where all do.
    var command: String?
    let help: String

    /// As people write it: the short form where there is one.
    var written: String { short.map { "-\($0)" } ?? name.long }
}

extension OptionEntry {
    /// The one table of options: parser, help and suggestions are made of it.
    static let table: [OptionEntry] = [
        OptionEntry(
            name: .policy, argument: "FILE",
            help: "policy file; else $ATTACHFETCH_POLICY, ./cache-policy.json, built in"),
        OptionEntry(
            name: .cache, argument: "DIR",
            help: "cache directory; else $ATTACHFETCH_CACHE, $XDG_CACHE_HOME/attachfetch, ~/.cache/attachfetch"),
        OptionEntry(
            name: .deadline, argument: "SECONDS",
            help: "the instant of the answer, from the start; else the policy's total less its reserve"),
        OptionEntry(
            name: .profile, argument: "NAME", isRepeatable: true,
            help: "judge for this target; may be repeated; else the targets that each slot reaches"),
        OptionEntry(
            name: .allowOrigin, argument: "URL", isRepeatable: true,
            help: "let exactly this scheme, host and port be fetched whatever it is; may be repeated"),
        OptionEntry(name: .out, argument: "DIR", help: "also write each ready attachment there, as INDEX-NAME"),
        OptionEntry(
            name: .output, short: "o", argument: "FILE", command: "get",
            help: "write there, whole or not at all; - is standard output"),
        OptionEntry(
            name: .include, short: "i", command: "get",
            help: "status line and headers first; any status is then an answer"),
        OptionEntry(
            name: .header, short: "H", argument: "'NAME: VALUE'", isRepeatable: true, command: "get",
            help: "send this header; may be repeated; If-None-Match and If-Modified-Since are answered from the cache"),
        OptionEntry(name: .anyType, command: "get", help: "take a body of any type, not only media"),
        OptionEntry(
            name: .negative, command: "cache list",
            help: "remembered failures instead, and origins that asked to be left alone"),
        OptionEntry(name: .format, argument: "json|jsonl|text", help: "how results are printed; json unless told"),
        OptionEntry(name: .redact, help: "print query values and credentials of URLs as REDACTED"),
        OptionEntry(name: .quiet, help: "print no messages but refusals"),
        OptionEntry(name: .verbose, help: "tell on standard error what is being done"),
        OptionEntry(name: .noColor, help: "print no colour, as with $NO_COLOR"),
        OptionEntry(name: .help, short: "h", help: "print this help"),
        OptionEntry(name: .version, help: "print the version"),
    ]

    static func named(_ long: String) -> OptionEntry? {
        table.first { $0.name.long == long }
    }

    static func named(_ short: Character) -> OptionEntry? {
        table.first { $0.short == short }
    }
}
