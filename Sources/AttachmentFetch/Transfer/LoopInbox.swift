import AttachmentURL
import CCurl
import Synchronization

/// What other threads tell the loop; each message wakes it at once.
final class LoopInbox: Sendable {
    private let state = Mutex(State())

    private struct State {
        var messages: [Message] = []
        /// The multi handle while the loop runs; only its wake-up may be called from other threads.
        var multi: WakeTarget?
        var isClosed = false
    }

    enum Message: Sendable {
        case submit(Submission)
        case cancel(Int)
        case close
    }

    struct Submission: Sendable {
        var id: Int
        var request: FetchRequest
        var complete: @Sendable (Result<FetchResponse, FetchFault>) -> Void
    }

    /// Puts a message in; false once the loop has ended.
    func post(_ message: Message) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            state.multi?.wakeUp()
            return true
        }
    }

    /// Lets the loop look around although nothing was put in.
    func wakeUp() {
        state.withLock { $0.multi?.wakeUp() }
    }

    func take() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func attach(_ multi: CurlMulti) {
        let target = WakeTarget(handle: multi.handle)
        state.withLock { $0.multi = target }
    }

    /// From here on nothing is taken; what was not taken is cancelled.
    func detach() {
        let left = state.withLock { state in
            state.isClosed = true
            state.multi = nil
            defer { state.messages = [] }
            return state.messages
        }
        for case .submit(let submission) in left {
            submission.complete(.failure(FetchFault(.cancelled, url: submission.request.url.redacted)))
        }
    }

    // Unchecked: curl_multi_wakeup(3) is the one call that libcurl allows from any thread, and the lock keeps it from
    // running after the handle is gone.
    private struct WakeTarget: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer

        func wakeUp() {
            curl_multi_wakeup(handle)
        }
    }
}
