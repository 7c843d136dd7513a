public import AttachmentDomain
import AttachmentThreads

/// The cache: media files by their SHA-256, what URLs led to them, and the pushes that asked for them.
///
/// Any number of processes, and of stores in one process, may use one directory at the same time. Whatever is killed at
/// whatever moment, what was acknowledged is found again and nothing half-written ever is.
///
/// Functions that are not `async` block for as long as the disk takes and must not be called from a task; any other
/// thread may call them, several at once. `async` ones wait for the store's own writing thread.
public final class MediaStore: Sendable {
    let root: Root
    let limits: CacheLimits
    let pushPolicy: PushPolicy
    let clock: WallClock
    let uses = UseNotes()
    let writer: Writer
    /// Who fetches what, among all processes that use this cache.
    public let flights: FlightLocks
    private let reader: Locked<Connection?>

    /// Opens the cache in this directory, making the directory and its parents (mode 0700) where they are missing.
    ///
    /// An existing cache opens in about a millisecond, whatever it holds; what dead processes left in `tmp` is swept.
    /// Throws `cache-refused` for a path that is not absolute, a file, a symbolic link, the root of the file
    /// system, a directory of another user or one that all may write to; `cache-format-newer`; `disk-full`; and `cache-unavailable` for everything else.
    public static func open(
        at root: String, limits: CacheLimits, pushes: PushPolicy, clock: WallClock
    ) throws(StoreError) -> MediaStore {
        let root = try Root.open(at: root)
        let file = try IndexFile(root)
        let reader = try file.openReader()
        try Leftovers(root: root, partBudget: limits.maxObjectBytes, now: clock.now).sweep()
        return MediaStore(root: root, file: file, reader: reader, limits: limits, pushes: pushes, clock: clock)
    }

    private init(
        root: Root, file: IndexFile, reader: sending Connection, limits: CacheLimits, pushes: PushPolicy,
        clock: WallClock
    ) {
        self.root = root
        self.limits = limits
        self.pushPolicy = pushes
        self.clock = clock
        self.reader = Locked(reader)
        self.writer = Writer(root: root, file: file, durability: limits.durability, clock: clock, uses: uses)
        self.flights = FlightLocks(root: root)
    }

    deinit {
        close()
    }

    /// Finishes the writes that are under way and lets the files and all flight locks go. Blocks until then; what is asked later throws.
    /// Calling it again changes nothing.
    public func close() {
        if !uses.isEmpty { writer.writeLater { _ throws(StoreError) in } }
        writer.close()
        flights.close()
        reader.withLock { $0 = nil }
    }

    /// Whether closing is worth its time even where the process ends: whoever opens the cache next reads the log of the
    /// index from end to end, and closing empties a long one.
    public var hasLongLog: Bool { writer.hasLongLog }

    /// The directory, as it was given, without slashes at its end.
    public var path: String { root.path }

    /// Reads from the index, one reader at a time.
    func read<Value: Sendable>(
        _ body: (Connection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try reader.withLock { reader throws(StoreError) in
            guard let reader else { throw .closed(path: root.path) }
            return try body(reader)
        }
    }
}
