import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

/// One row of a `manifest.json`: a file and what it truly is.
struct LabelledFile: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let mime: String
    let aliases: [String]
    let kind: String
    let valid: Bool

    var testDescription: String { file }
    var isMedia: Bool { kind != "other" }

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/corpus/").standardizedFileURL

    /// The files below that folder.
    static func all(in folder: URL) -> [LabelledFile] {
        do {
            let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
            return try JSONDecoder().decode([LabelledFile].self, from: manifest)
        } catch {
            fatalError("cannot read the manifest of \(folder.path): \(error)")
        }
    }

    func bytes(in folder: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }

    /// Whether the answer names the true type, by the table's name for it or, for types that the table leaves out, by
    /// any name that counts as right; and for non-media, whether it is kept out.
    func isRight(_ answer: Recognition, types: MediaTypeTable) -> Bool {
        let names = [mime.lowercased()] + aliases
        switch answer {
        case .media(let inspection):
            guard isMedia, let type = types.type(named: inspection.mediaType) else { return false }
            return names.contains { types.type(named: $0) == type } && inspection.kind.rawValue == kind
        case .unsupported(let found):
            return isMedia && names.contains(found) && types.type(named: found) == nil
        case .notMedia: return !isMedia
        case .empty: return mime == "inode/x-empty"
        case .undecided: return false
        }
    }
}
