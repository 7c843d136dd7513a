public import AttachmentDomain
import AttachmentThreads
public import AttachmentURL
import Synchronization

/// What a fetcher needs to know once.
public struct FetchSettings: Sendable {
    let policy: NetworkPolicy
    /// Where requests may go, by the policy.
    public let rules: DestinationRules
    /// Fields for requests to exactly that origin, in the place of ours of the same name; they never follow a redirect to
    /// another. Those that ``RequestFields`` reserves, or cannot send, are passed over.
    public var originHeaders: [Origin: HTTPHeaders] = [:]
    /// Unix seconds.
    public var now: @Sendable () -> Int64
    /// Makes the examiner of heads; called once, on the fetcher's thread, before the first head. Nil leaves every head
    /// to the look at the complete body.
    public var makeExaminer: @Sendable () -> (any HeadExaminer)? = { nil }
    let proxy: ProxyServer?

    /// Reads the rules of the policy. Throws at the first one that cannot be read.
    public init(policy: NetworkPolicy, now: @escaping @Sendable () -> Int64) throws(NetworkPolicyFault) {
        self.policy = policy
        self.now = now
        rules = try DestinationRules(policy)
        if let text = policy.proxy {
            proxy = try ProxyServer(text)
        } else {
            proxy = nil
        }
    }
}

/// Fetches URLs to complete bodies under deadlines: many at once, on one thread of its own.
///
/// Every hop passes the same gate: scheme, name and port before anything is asked, every address that the name
/// resolves to, and once more the address and port of the socket. A body counts only when it is complete.
public final class Fetcher: Sendable {
    private let inbox = LoopInbox()
    private let settings: FetchSettings
    /// The fields of a request to which neither the policy nor the caller adds any.
    public let usualFields: HTTPHeaders
    private let nextID = Atomic(1)
    private let thread = Locked(ThreadState())
    /// Held by whoever waits for the thread's end.
    private let joining = Locked(())

    private struct ThreadState {
        var running: DedicatedThread?
        var isShutDown = false
    }

    /// Starts nothing yet: the thread begins with the first fetch.
    public init(_ settings: FetchSettings) {
        self.settings = settings
        usualFields = settings.ourFields
    }

    /// Fetches one URL, its redirects included.
    ///
    /// Cancelling the task ends the transfer at once with `cancelled`. Status 304 is no error where validators were sent;
    /// every other status outside 2xx is `http-status` unless the request takes every status.
    ///
    /// - Throws: ``FetchFault`` with what happened and how many requests were sent.
    public func fetch(_ request: FetchRequest) async throws(FetchFault) -> FetchResponse {
        let id = nextID.add(1, ordering: .relaxed).oldValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<FetchResponse, FetchFault>, Never>) in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: .failure(cancelled(request)))
                }
                submit(id, request) { continuation.resume(returning: $0) }
                // One that came between the look above and the submission was told of a transfer that was none yet.
                if Task.isCancelled { _ = inbox.post(.cancel(id)) }
            }
        } onCancel: {
            _ = inbox.post(.cancel(id))
        }
        return try result.get()
    }

    /// The end-to-end fields that a request to that hop carries, but for conditions and ranges: what its Vary is judged by
    /// (RFC 9111 4.1). Pure; for any thread.
    ///
    /// - Parameters:
    ///   - url: the hop that is asked.
    ///   - own: the caller's fields, as in ``FetchRequest/fields``.
    ///   - first: the URL at which the transfer began.
    /// - Returns: User-Agent, Accept and Accept-Encoding, the policy's fields for that origin, the caller's; those of one
    ///   name once, from the last of these that has them.
    public func requestFields(
        for url: RequestURL, adding own: HTTPHeaders, startingAt first: RequestURL
    ) -> HTTPHeaders {
        guard !own.fields.isEmpty || hasFields(for: url) else { return usualFields }
        return settings.requestFields(for: url.origin, adding: own, startingAt: first.origin)
    }

    /// Whether the policy adds fields for the origin of a URL, so that requests to it carry more than ``usualFields``.
    public func hasFields(for url: RequestURL) -> Bool {
        !settings.originHeaders.isEmpty && settings.originHeaders[url.origin] != nil
    }

    /// The same for callers that are no task: `then` is called once, on the fetcher's thread, where it must not block.
    ///
    /// - Returns: what ends the transfer before its time; dropping it changes nothing.
    public func start(
        _ request: FetchRequest, then: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
    ) -> FetchHandle {
        let id = nextID.add(1, ordering: .relaxed).oldValue
        submit(id, request, then)
        return FetchHandle(id: id, inbox: inbox)
    }

    /// Starts the fetcher's thread, which opens libcurl, before there is anything to fetch.
    public func prepare() {
        _ = startThread()
    }

    /// Makes all starts in the closure one: the fetcher's thread is woken once for them, after the last.
    public func batch(_ starts: () -> Void) {
        inbox.batch(starts)
    }

    private func submit(
        _ id: Int, _ request: FetchRequest,
        _ complete: @escaping @Sendable (Result<FetchResponse, FetchFault>) -> Void
    ) {
        guard startThread(), inbox.post(.submit(.init(id: id, request: request, complete: complete))) else {
            return complete(.failure(FetchFault(inbox.end ?? .cancelled, url: request.url.redacted)))
        }
    }

    private func cancelled(_ request: FetchRequest) -> FetchFault {
        FetchFault(.cancelled, url: request.url.redacted)
    }

    /// Whether the inbox can be asked: the loop runs, or a shutdown has ended it.
    private func startThread() -> Bool {
        thread.withLock { thread in
            guard thread.running == nil, !thread.isShutDown else { return true }
            let started = Result { [settings, inbox] () throws(ThreadFault) in
                try DedicatedThread(named: "fetch") {
                    do throws(CurlUnavailable) {
                        try TransferLoop(settings: settings, inbox: inbox).run()
                    } catch {
                        inbox.detach(.refused(error.finding))
                    }
                }
            }
            guard case .success(let running) = started else { return false }
            thread.running = running
            return true
        }
    }

    /// Ends every transfer under way with `cancelled` and waits for the thread's end. Later fetches are cancelled too.
    /// Any number of callers may do so; each returns when the thread has ended.
    public func shutdown() {
        _ = inbox.post(.close)
        joining.withLock { _ in
            let (running, isFirst) = thread.withLock { thread in
                defer { thread = ThreadState(isShutDown: true) }
                return (thread.running, !thread.isShutDown)
            }
            if let running {
                running.join()
            } else if isFirst {
                // There is no loop, and there will be none, to look into the inbox.
                inbox.detach()
            }
        }
    }
}

/// A transfer that was started, for ending it before its time.
public struct FetchHandle: Sendable {
    let id: Int
    let inbox: LoopInbox

    /// Ends the transfer with `cancelled`, unless it has ended already.
    public func cancel() {
        _ = inbox.post(.cancel(id))
    }
}
