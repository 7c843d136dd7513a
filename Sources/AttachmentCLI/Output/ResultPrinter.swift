import AttachmentDomain
import AttachmentJSON

/// Prints the results of a call as JSON: one value, or the elements of an array as they come.
///
/// Used by one thread at a time.
final class ResultPrinter {
    private let output: OutputStream
    private let format: OutputFormat
    private let isList: Bool
    private var printed = 0

    /// - Parameter isList: whether the results are elements of an array; lines have no brackets around them.
    init(_ output: OutputStream, format: OutputFormat, isList: Bool) {
        self.output = output
        self.format = format
        self.isList = isList
    }

    /// Prints one result at once.
    func print(_ value: some Encodable) throws(Refusal) {
        do {
            let text = try JSONText.encode(value, style: format == .jsonl ? .compact : .pretty)
            write(text)
        } catch {
            throw Refusal(error)
        }
    }

    /// Ends the array.
    func finish() {
        guard isList, format != .jsonl else { return }
        output.write(printed == 0 ? "[]\n" : "\n]\n")
    }

    private func write(_ text: [UInt8]) {
        if format == .jsonl {
            output.write(bytes: text + [UInt8(ascii: "\n")])
            output.flush()
        } else if isList {
            output.write(printed == 0 ? "[\n" : ",\n")
            output.write(bytes: Self.indented(text))
        } else {
            output.write(bytes: text)
        }
        printed += 1
    }

    /// The lines of an element inside the array, without the last line's break.
    private static func indented(_ text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n"))
        return Array(lines.map { Array("  ".utf8) + $0 }.joined(separator: [UInt8(ascii: "\n")]))
    }
}

/// A result with the input that it came from, as its first member.
struct InputResult<Value: Encodable>: Encodable {
    let input: String
    let value: Value

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        try container.encode(input, forKey: NameKey("input"))
        try value.encode(to: encoder)
    }
}

/// What stands in place of the result of an input that could not be read, and on standard error for scripts.
struct ErrorResult: Encodable {
    let error: Finding
}
