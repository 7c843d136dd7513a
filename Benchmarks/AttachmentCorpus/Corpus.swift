internal import AttachmentInspection
internal import AttachmentJSON
internal import Glibc

/// A folder of labelled files with a `manifest.json`.
public struct Corpus: Sendable {
    public let folder: String
    public let files: [LabelledFile]

    /// Why a corpus cannot be used; goes to a person.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// Reads the manifest of a folder.
    public init(folder: String) throws(Fault) {
        self.folder = folder
        let manifest = try Self.read(folder + "/manifest.json")
        do {
            files = try JSONText.decode([LabelledFile].self, from: manifest)
        } catch {
            throw Fault(description: "\(folder)/manifest.json: \(error)")
        }
    }

    /// The corpus that lies in this repository, found by the place of this source file.
    public static func ofRepository() throws(Fault) -> Corpus {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return try Corpus(folder: parts.joined(separator: "/") + "/Fixtures/corpus")
    }

    /// Where a file lies.
    public func path(of file: LabelledFile) -> String {
        folder + "/" + file.file
    }

    /// The content of a file.
    public func bytes(of file: LabelledFile) throws(Fault) -> [UInt8] {
        try Self.read(path(of: file))
    }

    /// The content of a file, or its beginning; for those of proc(5), which have no size, `atMost` has to be given.
    static func read(_ path: String, atMost count: Int? = nil) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        do {
            if let count { return try Self.read(descriptor, atMost: count) }
            let window = try FileWindow(descriptor: descriptor)
            return try window.read(at: 0, count: Int(window.size))
        } catch {
            throw Fault(description: "\(path): \(error.explanation)")
        }
    }

    private static func read(_ descriptor: CInt, atMost count: Int) throws(InspectionFault) -> [UInt8] {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = Glibc.read(descriptor, buffer.baseAddress, count)
            filled = max(0, got)
            if got < 0 { failure = errno }
        }
        guard failure == 0 else { throw .unreadable(errno: failure) }
        return bytes
    }
}
