import AttachmentJSON

/// Values that the index keeps as JSON text.
enum StoredText {
    static func encode(_ value: some Encodable, shownAs path: String) throws(StoreError) -> String {
        do {
            return String(decoding: try JSONText.encode(value), as: UTF8.self)
        } catch {
            throw .unreadable(path: path, explanation: "\(error)")
        }
    }

    /// The texts of many values, on all cores: a long list is encoded while somebody waits for its answer.
    static func encodeAll(
        _ values: [some Encodable & Sendable], shownAs path: String
    ) async throws(StoreError) -> [String] {
        let portions = stride(from: 0, to: values.count, by: portion).map {
            values[$0..<min($0 + portion, values.count)]
        }
        let encoded = await withTaskGroup(of: (Int, Result<[String], StoreError>).self) { group in
            for (number, portion) in portions.enumerated() {
                group.addTask { (number, Result { () throws(StoreError) in try encode(portion, shownAs: path) }) }
            }
            var encoded: [Result<[String], StoreError>] = Array(repeating: .success([]), count: portions.count)
            for await (number, texts) in group { encoded[number] = texts }
            return encoded
        }
        var all: [String] = []
        for texts in encoded { all += try texts.get() }
        return all
    }

    private static let portion = 256

    private static func encode(
        _ values: ArraySlice<some Encodable>, shownAs path: String
    ) throws(StoreError) -> [String] {
        var texts: [String] = []
        for value in values { texts.append(try encode(value, shownAs: path)) }
        return texts
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from text: String, shownAs path: String
    ) throws(StoreError) -> Value {
        do {
            return try JSONText.decode(type, from: Array(text.utf8))
        } catch {
            throw .unreadable(path: path, explanation: "\(error)")
        }
    }
}
