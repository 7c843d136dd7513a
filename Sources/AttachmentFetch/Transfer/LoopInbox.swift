import AttachmentURL
import CCurl
import AttachmentThreads

/// What other threads tell the loop, which is woken by the first message that it does not know of.
final class LoopInbox: Sendable {
    private let state = Locked(State())

    private struct State {
        var messages: [Message] = []
        /// The multi handle while the loop runs; only its wake-up may be called from other threads.
        var multi: WakeTarget?
        /// Whether the loop knows already that it has to look here.
        var isCalled = false
        /// How many batches are being put in.
        var batches = 0
        /// Why nothing is taken any more; nil while the loop runs or is to come.
        var end: FetchFault.Kind?

        mutating func call() {
            guard !isCalled, batches == 0, let multi else { return }
            isCalled = true
            multi.wakeUp()
        }
    }

    enum Message: Sendable {
        case submit(Submission)
        case cancel(Int)
        case close

        var endsTransfers: Bool {
            if case .submit = self { false } else { true }
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
        state.withLock { $0.multi?.wakeUp() }
    }

    func take() -> [Message] {
        state.withLock { state in
            state.isCalled = false
            defer { state.messages = [] }
            return state.messages
        }
    }

    func attach(_ multi: CurlMulti) {
        let target = WakeTarget(handle: multi.handle)
        state.withLock { $0.multi = target }
    }

    /// Why nothing is taken any more, once that is so.
    var end: FetchFault.Kind? { state.withLock { $0.end } }

    /// From here on nothing is taken; what was not taken ends for that reason.
    func detach(_ end: FetchFault.Kind = .cancelled) {
        let left = state.withLock { state in
            state.end = end
            state.multi = nil
            defer { state.messages = [] }
            return state.messages
        }
        for case .submit(let submission) in left {
            submission.complete(.failure(FetchFault(end, url: submission.request.url.redacted)))
        }
    }

    // Unchecked: curl_multi_wakeup(3) is the one call that libcurl allows from any thread, and the lock keeps it from
    // running after the handle is gone.
    private struct WakeTarget: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer

        func wakeUp() {
            attach_curl_multi_wakeup(handle)
        }
    }
}
