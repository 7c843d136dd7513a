import AttachmentDomain

/// Where a key has its place in `fetch.lock`.
struct FlightPlace: Hashable {
    /// The byte that is locked. It lies far behind the end of the file, which locks do not mind (fcntl_locking(2)).
    let byte: Int64
    /// The offset of the eight bytes that its holder counts up.
    let beatOffset: Int64

    /// Among how many counters the keys are spread: two keys that share one only make a stuck holder look alive.
    static let slots: UInt64 = 65_536
    static let beatBytes = 8

    init(_ key: String) {
        let hash = URLRow.digest(of: key).withUnsafeBytes { bytes in
            bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        byte = Int64(hash % (1 << 62))
        beatOffset = Int64(hash % Self.slots) * Int64(Self.beatBytes)
    }
}
