public import AttachmentDomain

/// A media file that the cache holds.
public struct StoredObject: Hashable, Sendable {
    public let digest: Digest
    /// Its size.
    public let bytes: Int64
    /// The absolute path of the file, which is read-only; it may go at any time unless the object is leased or pinned.
    public let path: String
    /// What was found out about the bytes when they were stored.
    public let inspection: Inspection
    let name: ObjectName

    init(name: ObjectName, bytes: Int64, path: String, inspection: Inspection) {
        self.digest = name.digest
        self.bytes = bytes
        self.path = path
        self.inspection = inspection
        self.name = name
    }
}
