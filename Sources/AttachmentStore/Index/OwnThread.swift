import CLinux
import Glibc

/// A thread that runs one body to its end: for work that blocks, which must not take one of the few threads on which
/// tasks run.
final class OwnThread: Sendable {
    private let handle: pthread_t

    private final class Body: Sendable {
        private let name: String
        private let work: @Sendable () -> Void

        init(_ name: String, _ work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }

        func run() {
            attach_name_thread(name)
            work()
        }
    }

    /// Starts the thread. The name shows in process lists, at most 15 bytes (pthread_setname_np(3)).
    init(name: String, _ run: @escaping @Sendable () -> Void) throws(StoreError) {
        let body = Unmanaged.passRetained(Body(name, run))
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw .fileFailed(.begin, path: "the thread \(name)", errno: code)
        }
        self.handle = handle
    }

    /// Waits for the end of the body. Called once, and not by the thread itself.
    func join() {
        pthread_join(handle, nil)
    }
}
