import Glibc
import AttachmentThreads

/// Where text goes: a descriptor, or memory for tests. Buffered; whole when ``flush()`` has returned.
///
/// A reader that goes away (EPIPE) is no error: what follows is dropped and ``isClosed`` says so.
public final class OutputStream: Sendable {
    /// Whether a person looks at it.
    public let isTerminal: Bool
    private let descriptor: Int32?
    private let state: Locked<State>

    private struct State {
        var pending: [UInt8] = []
        var written: [UInt8] = []
        var fault: Int32?
    }

    /// Writes to an open descriptor, which stays open.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        state = Locked(State())
    }

    /// Keeps what is written, to be read from ``text``.
    public init(memoryAsTerminal isTerminal: Bool = false) {
        descriptor = nil
        self.isTerminal = isTerminal
        state = Locked(State())
    }

    /// What was written to memory so far.
    public var text: String {
        state.withLock { String(decoding: $0.written + $0.pending, as: UTF8.self) }
    }

    /// Whether the reader is gone, or the last write failed.
    public var isClosed: Bool { fault != nil }

    /// The errno of the first write that failed.
    public var fault: Int32? { state.withLock { $0.fault } }

    public func write(_ text: String) {
        write(bytes: text.utf8)
    }

    public func write(bytes: some Sequence<UInt8>) {
        state.withLock { state in
            guard state.fault == nil else { return }
            state.pending.append(contentsOf: bytes)
            if state.pending.count >= Self.bufferBytes {
                send(&state)
            }
        }
    }

    /// The same for bytes that are lent for the call; many of them are not copied.
    func write(piece: UnsafeBufferPointer<UInt8>) {
        guard piece.count >= Self.bufferBytes else { return write(bytes: piece) }
        state.withLock { state in
            send(&state)
            send(piece, &state)
        }
    }

    /// Writes what waits. Blocks as long as the reader does not read.
    public func flush() {
        state.withLock { send(&$0) }
    }

    private func send(_ state: inout State) {
        var pending: [UInt8] = []
        swap(&pending, &state.pending)
        pending.withUnsafeBufferPointer { send($0, &state) }
        pending.removeAll(keepingCapacity: true)
        swap(&pending, &state.pending)
    }

    private func send(_ bytes: UnsafeBufferPointer<UInt8>, _ state: inout State) {
        guard let descriptor else { return state.written += bytes }
        var sent = 0
        while state.fault == nil, sent < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                waitUntilWritable(descriptor)
            } else if errno != EINTR {
                state.fault = errno
            }
        }
    }

    /// For a descriptor that somebody made non-blocking, such as a shared terminal.
    private func waitUntilWritable(_ descriptor: Int32) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
    }

    private static let bufferBytes = 65536
}
