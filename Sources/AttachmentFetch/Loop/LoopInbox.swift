import AttachmentURL
import AttachmentThreads

/// What other threads tell the loop, which is woken by the first message that it does not know of.
final class LoopInbox: Sendable {
    private let state = Locked(State())

    private struct State {
        var messages: [Message] = []
        /// What the loop waits at while it runs.
        var poller: SocketPoller?
        /// Whether the loop knows already that it has to look here.
        var isCalled = false
        /// How many batches are being put in.
        var batches = 0
        /// Why nothing is taken any more; nil while the loop runs or is to come.
        var end: FetchFault.Kind?

        mutating func call() {
            guard !isCalled, batches == 0, let poller else { return }
            isCalled = true
            poller.wakeUp()
        }
    }

    enum Message: Sendable {
        case submit(Submission)
        case cancel(Int)
        /// What the cache says to a question of that transfer, with the number of the question.
        case consulted(Int, question: Int, HopAnswer)
        case close

        /// Whether a transfer may end by it that something may still arrive for.
        var endsTransfers: Bool {
            switch self {
            case .cancel, .close: true
            case .submit, .consulted: false
            }
        }
    }

    struct Submission: Sendable {
        var id: Int
        var request: FetchRequest
        var complete: @Sendable (Result<FetchResponse, FetchFault>) -> Void
    }

    /// Puts a message in; false once the loop has ended.
    func post(_ message: Message) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            state.messages.append(message)
            state.call()
            return true
        }
    }

    /// Wakes the loop once for all that is put in meanwhile.
    func batch(_ body: () -> Void) {
        state.withLock { $0.batches += 1 }
        body()
        state.withLock { state in
            state.batches -= 1
            if !state.messages.isEmpty { state.call() }
        }
    }

    /// Lets the loop look around although nothing was put in.
    func wakeUp() {
        state.withLock { $0.poller?.wakeUp() }
    }

    func take() -> [Message] {
        state.withLock { state in
            state.isCalled = false
            defer { state.messages = [] }
            return state.messages
        }
    }

    func attach(_ poller: SocketPoller) {
        state.withLock { $0.poller = poller }
    }

    /// Why nothing is taken any more, once that is so.
    var end: FetchFault.Kind? { state.withLock { $0.end } }

    /// From here on nothing is taken; what was not taken ends for that reason.
    func detach(_ end: FetchFault.Kind = .cancelled) {
        let left = state.withLock { state in
            state.end = end
            state.poller = nil
            defer { state.messages = [] }
            return state.messages
        }
        for case .submit(let submission) in left {
            submission.complete(.failure(FetchFault(end, url: submission.request.url.redacted)))
        }
    }
}
