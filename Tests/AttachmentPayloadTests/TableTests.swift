import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Testing

/// Every row of the table with all of its slots and words filled, against `Fixtures/dialects/rows.json`.
@Suite("The table, row by row", .timeLimit(.minutes(1)))
struct TableTests {
    /// A row as the fixture writes it. URLs are numbered in the order in which they must be found.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let value: JSONValue

        var testDescription: String { "\(name) \(value["shape"]?.string ?? "")" }
    }

    static let rows: [Row] = {
        do {
            return try JSONDocument(try Fixture.bytes("rows.json")).root.elements.map {
                Row(name: $0["row"]?.string ?? "", value: $0)
            }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("given the rows of the table, when they are counted, then each has its case")
    func isComplete() throws {
        #expect(Self.rows.count == DialectTable.builtIn.dialects.count)
        let told = Set(try Self.rows.map { try payload(of: $0) }.map { "\($0.provider) \($0.shape)" })
        // Mindbox on iOS has two rows.
        #expect(told.count == Self.rows.count - 1)
    }

    @Test("given all slots of a row, when a payload is read, then they are listed in its order", arguments: rows)
    func listsMedia(_ row: Row) throws {
        let payload = try payload(of: row)
        #expect(payload.provider == row.value["provider"]?.string ?? row.name)
        #expect(payload.shape.rawValue == row.value["shape"]?.string)
        #expect(payload.media.map(Self.outline) == row.value["media"]?.elements.compactMap(\.string))
        #expect(payload.media.map(\.url) == payload.media.indices.map { "https://m.example/\($0 + 1)" })
        #expect(payload.rejected.isEmpty && payload.elsewhere.isEmpty)
    }

    @Test("given all words of a row, when the push is stored, then they are its members", arguments: rows)
    func storesWords(_ row: Row) throws {
        let payload = try payload(of: row)
        let push = payload.storedPush(receivedAt: 9)
        let expected = try #require(row.value["push"])
        func word(_ name: String) -> String { expected[name]?.string ?? "" }
        #expect(push.uniqueKey == expected["uniqueKey"]?.string ?? payload.contentHash.description)
        #expect(push.title == word("title"))
        #expect(push.description == word("description"))
        #expect(push.imageUrl == word("imageUrl"))
        #expect(push.pushLink == word("pushLink"))
        #expect(push.payload == expected["payload"]?.string ?? row.value["payload"]?.sourceText)
        #expect(payload.text(of: .subtitle) == (payload.fields.fields.contains(.subtitle) ? "S" : nil))
        #expect(payload.text(of: .fallbackText) == (row.name == "sfmc" ? "F" : nil))
        #expect(payload.text(of: .fallbackLink) == (row.name == "swrve" ? "F" : nil))
    }

    @Test("given a row with its slots emptied, when a payload is read, then each is listed as empty", arguments: rows)
    func listsEmptySlots(_ row: Row) throws {
        let text = try #require(row.value["payload"]).sourceText
        let emptied = Self.withoutURLs(text)
        let full = try payload(of: row)
        let empty = try read(emptied)
        // An empty picture of a stored push is an absent one.
        let expected = row.name == "stored-push" ? [] : full.media.map(\.jsonPointer)
        #expect(empty.media.isEmpty)
        #expect(empty.rejected.map(\.jsonPointer) == expected)
        #expect(empty.rejected.allSatisfy { $0.reason == .empty })
    }

    private func payload(of row: Row) throws -> ReadPayload {
        try read(try #require(row.value["payload"]).sourceText)
    }

    /// Each `https://m.example/…` up to the quote or backslash that ends it left out.
    private static func withoutURLs(_ text: String) -> String {
        var parts = text.components(startingAt: "https://m.example/")
        for index in parts.indices.dropFirst() { parts[index].removeFirst(while: { $0 != "\"" && $0 != "\\" }) }
        return parts.joined()
    }

    /// `role kind pointer→inner`, then what the payload says beside the URL.
    private static func outline(_ media: MediaReference) -> String {
        let place = media.jsonPointer + (media.innerPointer.map { "→" + $0 } ?? "")
        let clip = media.options?.clip.map { "clip=\($0.x),\($0.y),\($0.width),\($0.height)" }
        let words: [String?] = [
            media.role.rawValue, media.kind.rawValue, place, media.platform, media.locale.map { "locale=" + $0 },
            media.typeHint.map { "hint=" + $0 }, media.id.map { "id=" + $0 },
            media.options?.hidden.map { $0 ? "hidden" : "shown" }, media.options?.time.map { "time=\($0)" }, clip,
            media.thumbnail == true ? "thumbnail" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }
}

extension String {
    /// The text cut before each occurrence of a word.
    fileprivate func components(startingAt word: String) -> [String] {
        var parts: [String] = [""]
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) {
                parts.append(word)
                rest = rest.dropFirst(word.count)
            } else {
                parts[parts.count - 1].append(rest.removeFirst())
            }
        }
        return parts
    }

    fileprivate mutating func removeFirst(while condition: (Character) -> Bool) {
        self = String(drop(while: condition))
    }
}
