import AttachmentThreads
import Glibc

/// Takes SIGINT and SIGTERM on a thread of its own (sigwait(3)), so that nothing runs in a signal handler.
enum SignalWatch {
    /// Blocks both signals for the process and starts the thread. Called first of all, before any other thread is
    /// there, since threads inherit the mask. A second signal ends the process at once.
    static func start(_ interruption: Interruption) {
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            try DedicatedThread(named: "signals") { wait(interruption) }.detach()
        } catch {
            // Without a thread for them the signals keep their usual effect: the process ends.
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }

    private static func wait(_ interruption: Interruption) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            let code: ExitCode = number == SIGINT ? .interrupted : .terminated
            if interruption.exitCode != nil {
                _exit(code.rawValue)
            }
            interruption.stop(code)
        }
    }
}
