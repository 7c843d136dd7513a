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
