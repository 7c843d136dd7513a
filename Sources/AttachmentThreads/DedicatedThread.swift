import CLinux
import Glibc

/// A POSIX thread of its own, for work that blocks.
///
/// Swift's default pool has as many threads as cores; a blocking call there stops every other task, so such calls
/// never run on it.
public final class DedicatedThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that runs `body` once and ends. All signals are blocked in it, so that the program's own
    /// handling of signals stays in one place.
    ///
    /// - Parameter name: at most 15 bytes are kept (pthread_setname_np(3)).
    /// - Throws: ``ThreadFault`` where the system has no thread left (EAGAIN).
    public init(named name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadFault) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw ThreadFault(errno: result)
        }
        handle = thread
    }

    /// Waits until the body has ended. Called at most once, and not from the thread itself.
    public func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread's resources go by themselves when it ends; then `join` must not be called.
    public func detach() {
        pthread_detach(handle)
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            attach_name_thread(name)
            body()
        }
    }
}

/// The system refused a thread.
public struct ThreadFault: Error, Hashable {
    /// As pthread_create(3) returned it.
    public let errno: Int32
}
