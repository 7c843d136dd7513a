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

    /// Prints one result at once, piece by piece as it encodes itself.
    func print(_ value: some Encodable) throws(Refusal) {
        if isArray {
            output.write(printed == 0 ? "[\n" : ",\n")
        }
        do {
            try JSONText.encode(value, style: style, to: output.write(piece:))
        } catch {
            throw Refusal(error)
        }
        if format == .jsonl {
            output.write("\n")
            output.flush()
        }
        printed += 1
    }

    /// Ends the array.
    func finish() {
        guard isArray else { return }
        output.write(printed == 0 ? "[]\n" : "\n]\n")
    }

    private var isArray: Bool { isList && format != .jsonl }

    private var style: JSONText.Style {
        format == .jsonl ? .compact : JSONText.Style(isPretty: true, nesting: isList ? 1 : 0)
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
