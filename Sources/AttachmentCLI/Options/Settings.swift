import AttachmentDomain
import AttachmentURL

/// What the options say, checked.
struct Settings: Hashable {
    var policyFile: String?
    var cacheDirectory: String?
    /// The instant of the answer in seconds from the start.
    var deadlineSeconds: Double?
    var profiles: [String] = []
    var allowOrigins: [String] = []
    var outDirectory: String?
    /// Where `get` writes; nil for standard output.
    var outputFile: String?
    /// Whether `-o -` says that standard output is meant, whatever it is.
    var writesToOutput = false
    /// Whether `get` writes the head too.
    var includesHead = false
    /// The headers that `get` sends.
    var headers: [HTTPHeaders.Field] = []
    var takesAnyType = false
    /// Whether `cache list` lists failures.
    var listsFailures = false
    var format = OutputFormat.json
    var redacts = false
    var isQuiet = false
    var isVerbose = false
    var usesColor = true

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        policyFile = try Self.text(arguments, .policy, "the name of a file")
        cacheDirectory = try Self.text(arguments, .cache, "the name of a directory")
        outDirectory = try Self.text(arguments, .out, "the name of a directory")
        writesToOutput = arguments.value(.output).map(Self.standardOutput.contains) ?? false
        outputFile = try Self.text(arguments, .output, "the name of a file").flatMap {
            Self.standardOutput.contains($0) ? nil : $0
        }
        headers = try Self.headers(arguments)
        includesHead = arguments.has(.include)
        takesAnyType = arguments.has(.anyType)
        listsFailures = arguments.has(.negative)
        deadlineSeconds = try arguments.value(.deadline).map(Self.seconds)
        format = try arguments.value(.format).map(Self.format) ?? .json
        profiles = arguments.values[.profile] ?? []
        allowOrigins = arguments.values[.allowOrigin] ?? []
        for origin in allowOrigins {
            try Self.checkOrigin(origin)
        }
        redacts = arguments.has(.redact)
        isQuiet = arguments.has(.quiet)
        isVerbose = arguments.has(.verbose)
        usesColor = !arguments.has(.noColor)
    }

    /// The other name is a symbolic link, which a file of that name would take the place of.
    private static let standardOutput: Set = ["-", "/dev/stdout"]

    private static func text(
        _ arguments: ParsedArguments, _ option: OptionName, _ expected: String
    ) throws(UsageFault) -> String? {
        guard let value = arguments.value(option) else { return nil }
        guard !value.isEmpty else { throw .badValue(option: option.long, value: value, expected: expected) }
        return value
    }

    private static func headers(_ arguments: ParsedArguments) throws(UsageFault) -> [HTTPHeaders.Field] {
        var headers: [HTTPHeaders.Field] = []
        for text in arguments.values[.header] ?? [] { headers.append(try header(text)) }
        return headers
    }

    private static func header(_ text: String) throws(UsageFault) -> HTTPHeaders.Field {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        guard parts.count == 2, !parts[0].isEmpty, isPlain else {
            throw .badHeader(name: String(text.prefix { $0 != ":" && $0 != " " }))
        }
        return HTTPHeaders.Field(name: String(parts[0]), value: parts[1].trimmingOWS())
    }

    /// Seconds with or without a fraction, at most a year: what a clock can still add.
    private static func seconds(_ text: String) throws(UsageFault) -> Double {
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard isDecimal, let seconds = Double(text), (0...31_536_000).contains(seconds) else {
            throw .badValue(
                option: OptionName.deadline.long, value: text, expected: "a number of seconds from 0 to 31,536,000")
        }
        return seconds
    }

    private static func format(_ text: String) throws(UsageFault) -> OutputFormat {
        guard let format = OutputFormat(rawValue: text) else {
            throw .badValue(option: OptionName.format.long, value: text, expected: "json, jsonl or text")
        }
        return format
    }

    private static func checkOrigin(_ text: String) throws(UsageFault) {
        do {
            _ = try Origin(text)
        } catch {
            throw .badValue(
                option: OptionName.allowOrigin.long, value: RequestURL.redact(text),
                expected: "an origin such as http://127.0.0.1:8080: \(error.explanation)")
        }
    }
}

/// How results are printed.
enum OutputFormat: String, CaseIterable, Hashable, Sendable {
    /// One indented document.
    case json
    /// A line for each result, as soon as it is known.
    case jsonl
    /// For people.
    case text
}
