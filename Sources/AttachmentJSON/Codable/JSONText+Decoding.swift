extension JSONText {
    /// Reads a value from UTF-8 JSON.
    ///
    /// Whole numbers may be written in any way (`1000`, `1e3`); of members with one name the last counts; members that
    /// the type does not know are passed over. Throws when the bytes are no JSON, with line and column, and when the
    /// JSON does not fit the type, with the path of the member as well.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: JSONLimits = JSONLimits()
    ) throws(JSONTextError) -> Value {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, limits: limits)
        } catch {
            throw .notJSON(error)
        }
        do {
            return try Value(from: JSONValueDecoder(value: document.root, codingPath: []))
        } catch {
            throw document.unfit(error)
        }
    }
}

extension JSONDocument {
    /// What a type's own reading throws, with the line and column of the value that it speaks of.
    fileprivate func unfit(_ error: any Error) -> JSONTextError {
        guard let context = (error as? DecodingError)?.context else {
            return .unfit(path: "the value", explanation: "cannot be read: \(error)", line: 1, column: 1)
        }
        let position = position(of: value(along: context.codingPath).offset)
        return .unfit(
            path: context.codingPath.dottedText, explanation: context.debugDescription, line: position.line,
            column: position.column)
    }

    /// The value at the end of the path, or the last one on the way to it.
    private func value(along path: [any CodingKey]) -> JSONValue {
        path.reduce(root) { value, key in
            let next = key.intValue.flatMap { value.element(at: $0) } ?? value[key.stringValue]
            return next ?? value
        }
    }
}

extension JSONValue {
    fileprivate func element(at index: Int) -> JSONValue? {
        elements.dropFirst(index).first { _ in true }
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default:
            nil
        }
    }
}
