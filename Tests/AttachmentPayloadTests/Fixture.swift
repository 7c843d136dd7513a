import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Foundation
import Testing

/// The files of `Fixtures/dialects`.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: root.appending(path: "Fixtures/dialects/" + name)))
    }

    /// The vectors by name, sorted.
    static func vectors() throws -> [(name: String, expected: JSONValue)] {
        let root = try JSONDocument(try bytes("expected.json")).root
        return try #require(root["vectors"]).sortedMembers.map { ($0.name, $0.value) }
    }
}

/// What reads payloads in a test.
func reader(pointers: [String] = []) throws -> PayloadReader {
    var policy = PayloadPolicy()
    policy.mediaPointers = pointers
    return try PayloadReader(policy: policy)
}

/// Reads a payload written in a test.
func read(_ text: String, pointers: [String] = []) throws -> ReadPayload {
    try reader(pointers: pointers).read(try JSONDocument(Array(text.utf8)).root)
}

/// A payload as `inspect` prints it.
func printed(_ source: JSONValue) throws -> [UInt8] {
    let reader = try reader()
    return try JSONText.encode(PayloadReport(reader.outline(source), reader: reader))
}
