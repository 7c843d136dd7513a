import AttachmentDomain

/// The bytes of a file of the cache, held open: they can be read to their end whatever becomes of the file meanwhile.
public final class ObjectReader: Sendable {
    /// How many bytes there are.
    public let bytes: Int64
    let file: OpenFile
    private let path: String
    /// Keeps a file that is part of nothing from being removed.
    private let placed: PlacedObject?

    init(_ file: OpenFile, bytes: Int64, shownAs path: String, keeping placed: PlacedObject? = nil) {
        self.file = file
        self.bytes = bytes
        self.path = path
        self.placed = placed
    }

    /// Reads from `offset` on: fewer bytes than asked for only at the end. Blocking.
    public func read(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        try file.bytes(at: offset, count: count, shownAs: path)
    }
}

extension MediaStore {
    /// Opens an object after its bytes were compared with their digest: what was damaged is set aside and throws
    /// `objectDamaged`. Blocking.
    public func reader(of object: StoredObject) throws(StoreError) -> ObjectReader {
        ObjectReader(try provenFile(object), bytes: object.bytes, shownAs: object.path)
    }

    /// Opens bytes that were placed now and never committed. They go with the last of this reader and `placed`.
    public func reader(of placed: PlacedObject) -> ObjectReader {
        ObjectReader(placed.file, bytes: placed.bytes, shownAs: root.path(of: placed.name), keeping: placed)
    }
}
