import AttachmentThreads
import CLinux
import Glibc

/// Single flight across processes: who fetches a key holds the lock on its byte of `fetch.lock`.
///
/// The locks belong to the open file (OFD locks, fcntl_locking(2)): the kernel drops them when the process dies, and two
/// stores of one process exclude each other like two processes. As long as any lock is held a thread counts up a number
/// for each of them in the file, so that others can tell a holder that works from one that is stopped. Waiting, and
/// giving up waiting, is the business of the caller.
///
/// All functions may be called from any thread, and return within microseconds.
public final class FlightLocks: Sendable {
    private let root: Root
    private let interval: Duration?
    private let state: Locked<State>
    private let wake = WakeUp()

    private struct State {
        var file: OpenFile?
        /// The kernel does not keep callers with one open file apart.
        var held: Set<FlightPlace> = []
        var hasThread = false
        var isClosed = false
        var beat: UInt64
    }

    /// - Parameter interval: between two beats; without one they are given by hand.
    init(root: Root, interval: Duration? = .milliseconds(500)) {
        self.root = root
        self.interval = interval
        // Begins anywhere, so that the first beat differs from the last of who had the place before.
        self.state = Locked(State(beat: UInt64.random(in: .min ... .max)))
    }

    deinit {
        close()
    }

    /// The lock for that key; nil while anybody else holds it, in this process or another.
    ///
    /// Throws where the file cannot be opened, written or locked, as on a file system that is read-only: then nobody can
    /// be excluded, and the caller fetches as if it were alone.
    public func tryLock(_ key: String) throws(StoreError) -> FlightLock? {
        let place = FlightPlace(key)
        let isMine = try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw .closed(path: root.path) }
            guard !state.held.contains(place) else { return false }
            guard try lock(place, in: openFile(&state)) else { return false }
            state.held.insert(place)
            startThread(&state)
            return true
        }
        return isMine ? FlightLock(self, place) : nil
    }

    /// A number that changes, about twice a second, as long as whoever holds the key's lock is alive, and once more when it
    /// is released. Only changes tell something; 0 where there is nothing to be read.
    public func beat(of key: String) -> UInt64 {
        let place = FlightPlace(key)
        var beat: UInt64 = 0
        do throws(StoreError) {
            let file = try state.withLock { state throws(StoreError) in
                guard !state.isClosed else { throw .closed(path: root.path) }
                return try openFile(&state)
            }
            _ = uninterrupted { pread(file.number, &beat, FlightPlace.beatBytes, off_t(place.beatOffset)) }
        } catch {
            return 0
        }
        return beat
    }

    /// Releases all locks. Waits for nobody.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.held = []
            // The thread may keep the file open for a moment.
            if let file = state.file { attach_unlock_all(file.number) }
            state.file = nil
        }
        wake.signal()
    }

    /// Counts up once more before it lets go: whoever looked into the cache before, and has the lock now, sees that it has
    /// to look again.
    func release(_ place: FlightPlace) {
        state.withLock { state in
            guard state.held.remove(place) != nil, let file = state.file else { return }
            state.beat &+= 1
            Self.write(state.beat, at: place.beatOffset, of: file)
            attach_unlock_byte(file.number, place.byte)
        }
    }

    private static func write(_ beat: UInt64, at offset: Int64, of file: OpenFile) {
        var beat = beat
        // A beat that cannot be written, as on a full disk, is one that is not seen.
        _ = uninterrupted { pwrite(file.number, &beat, FlightPlace.beatBytes, off_t(offset)) }
    }

    private func openFile(_ state: inout State) throws(StoreError) -> OpenFile {
        if let file = state.file { return file }
        let file = try Layout(path: root.path, directory: root.directory).lockFile(CacheNames.fetchLock)
        state.file = file
        return file
    }

    private func lock(_ place: FlightPlace, in file: OpenFile) throws(StoreError) -> Bool {
        let result = uninterrupted { attach_lock_byte(file.number, place.byte) }
        guard result >= 0 else { throw .fileFailed(.lock, path: root.shown(CacheNames.fetchLock), errno: errno) }
        return result == 1
    }
}

// The thread that shows that the holder is alive.
extension FlightLocks {
    /// Without a thread the holder only looks stopped, which costs a waiter a fetch of its own.
    private func startThread(_ state: inout State) {
        guard let interval, !state.hasThread else { return }
        do throws(ThreadFault) {
            try DedicatedThread(named: "flights") { [self] in run(every: interval) }.detach()
            state.hasThread = true
        } catch {
            state.hasThread = false
        }
    }

    private func run(every interval: Duration) {
        repeat { wake.wait(atMost: interval) } while beatOnce()
    }

    /// Counts up for all that is held; false, and no thread from then on, where nothing is.
    @discardableResult
    func beatOnce() -> Bool {
        let work = state.withLock { state -> (OpenFile, Set<FlightPlace>, UInt64)? in
            guard let file = state.file, !state.held.isEmpty else {
                state.hasThread = false
                return nil
            }
            state.beat &+= 1
            return (file, state.held, state.beat)
        }
        guard let (file, held, beat) = work else { return false }
        for offset in Set(held.map(\.beatOffset)) { Self.write(beat, at: offset, of: file) }
        return true
    }

    /// Whether a thread is at work.
    var hasThread: Bool { state.withLock { $0.hasThread } }
}
