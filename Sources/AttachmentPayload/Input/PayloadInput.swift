public import AttachmentJSON

/// The payloads of one input: one payload, an array of them, or JSON lines. Told apart by looking.
///
/// A root array is an array of payloads. Several lines that are each a JSON object are JSON lines, of which a bad one
/// is a fault of that line alone. All else is one document.
public struct PayloadInput: Sendable {
    private let content: Content
    private let limits: JSONLimits

    private enum Content: Sendable {
        case single(JSONValue)
        case array(JSONValue)
        case lines([UInt8])
    }

    /// One payload of an input.
    public struct Entry: Sendable {
        /// What sets it apart: nothing, `#index` in an array, `:line` among JSON lines.
        public let label: Label
        /// The payload, or why that line is none; then with the line of the whole input.
        public let payload: Result<JSONValue, JSONFault>
    }

    /// The place of a payload in its input.
    public enum Label: Hashable, Sendable {
        case whole
        /// From 0.
        case element(Int)
        /// From 1.
        case line(Int)

        /// The name of the input with the place: `NAME`, `NAME#0`, `NAME:1`.
        public func text(of name: String) -> String {
            switch self {
            case .whole: name
            case .element(let index): "\(name)#\(index)"
            case .line(let line): "\(name):\(line)"
            }
        }
    }

    /// Looks at the bytes of an input. Throws when they are no document and no JSON lines. `maxBytes` limits a document;
    /// of JSON lines it limits each line.
    public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONFault) {
        self.limits = limits
        do {
            let root = try JSONDocument(bytes, limits: limits).root
            content = root.kind == .array ? .array(root) : .single(root)
        } catch {
            guard error.kind != .empty, LineLook.areJSONLines(bytes, limits: limits) else { throw error }
            content = .lines(bytes)
        }
    }

    /// Whether the input holds a list of payloads, be it of one or none.
    public var isList: Bool {
        if case .single = content { false } else { true }
    }

    /// The payloads in order. JSON lines are read one at a time, as they are asked for.
    public var entries: some Sequence<Entry> {
        switch content {
        case .single(let value): AnySequence(CollectionOfOne(Entry(label: .whole, payload: .success(value))))
        case .array(let root):
            AnySequence(
                root.elements.lazy.enumerated().lazy.map {
                    Entry(label: .element($0.offset), payload: .success($0.element))
                })
        case .lines(let bytes): AnySequence(LineSequence(bytes: bytes).lazy.map { [limits] in $0.entry(limits) })
        }
    }
}

extension InputLine {
    fileprivate func entry(_ limits: JSONLimits) -> PayloadInput.Entry {
        do {
            let root = try JSONDocument(Array(bytes), limits: limits).root
            return PayloadInput.Entry(label: .line(number), payload: .success(root))
        } catch {
            let fault = error.moved(lines: number - 1, bytes: bytes.startIndex)
            return PayloadInput.Entry(label: .line(number), payload: .failure(fault))
        }
    }
}
