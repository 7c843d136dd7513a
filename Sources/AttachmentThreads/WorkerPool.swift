import Glibc

/// A few threads of its own for work that blocks: hashing, sniffing, reading and writing files.
///
/// Threads are started when there is work and none is idle, up to the limit. Jobs start in the order in which they
/// were handed in.
public final class WorkerPool: Sendable {
    private let state: Locked<State>
    private let wake: WakeUp
    private let name: String
    private let limit: Int
    private let patience: Int

    private struct State {
        var jobs = JobQueue()
        var threads: [DedicatedThread] = []
        /// Threads that sleep and have not been woken yet.
        var idle = 0
        var isClosed = false

        /// Whether the threads at work leave too much waiting.
        func needsAnother(_ patience: Int) -> Bool {
            let working = threads.count - idle
            return working == 0 || jobs.count > working * patience
        }
    }

    /// - Parameters:
    ///   - threads: the most that are ever started, at least 1.
    ///   - patience: how many jobs may wait for each thread at work before another is woken: 0 for work that blocks;
    ///     more where jobs are short, since waking a thread for each costs as much as the job.
    public init(named name: String, threads: Int, patience: Int = 0) {
        self.name = name
        limit = max(1, threads)
        self.patience = max(0, patience)
        state = Locked(State())
        wake = WakeUp()
    }

    /// Runs the body on a thread of the pool and hands its result over.
    ///
    /// Not cancelled by the task's cancellation: what has been handed in runs. After ``close()``, and where the system
    /// refuses the pool its first thread, the body runs on the caller.
    public func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
            submit {
                continuation.resume(returning: Result(catching: body))
            }
        }
        return try result.get()
    }

    /// Hands a job in.
    public func submit(_ job: @escaping @Sendable () -> Void) {
        let accepted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            if state.needsAnother(patience) { callThread(&state) }
            guard state.threads.isEmpty else { return true }
            // No thread could be had, so the queue held nothing else.
            _ = state.jobs.popFirst()
            return false
        }
        if !accepted { job() }
    }

    /// Ends the threads when all jobs are done, and waits for that.
    public func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            defer { state.threads = [] }
            return state.threads
        }
        for _ in threads { wake.signal() }
        for thread in threads { thread.join() }
    }

    /// Wakes a thread, or starts one.
    private func callThread(_ state: inout State) {
        if state.idle > 0 {
            state.idle -= 1
            wake.signal()
        } else if state.threads.count < limit {
            startThread(&state)
        }
    }

    private func startThread(_ state: inout State) {
        let thread = Result { () throws(ThreadFault) in
            try DedicatedThread(named: name) { [self] in work() }
        }
        // Refused: the threads that run already do the work, or the caller does it.
        if case .success(let thread) = thread { state.threads.append(thread) }
    }

    private func work() {
        while true {
            let next = state.withLock { state -> Next in
                if let job = state.jobs.popFirst() { return .job(job) }
                if state.isClosed { return .end }
                state.idle += 1
                return .wait
            }
            switch next {
            case .job(let job): job()
            case .end: return
            case .wait: wake.wait()
            }
        }
    }

    private enum Next {
        case job(@Sendable () -> Void)
        case wait
        case end
    }
}

/// First in, first out, without moving the rest at each removal.
struct JobQueue {
    private var jobs: [(@Sendable () -> Void)?] = []
    private var first = 0

    var count: Int { jobs.count - first }

    mutating func append(_ job: @escaping @Sendable () -> Void) {
        jobs.append(job)
    }

    mutating func popFirst() -> (@Sendable () -> Void)? {
        guard first < jobs.count else { return nil }
        let job = jobs[first]
        jobs[first] = nil
        first += 1
        if first == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            first = 0
        }
        return job
    }
}
