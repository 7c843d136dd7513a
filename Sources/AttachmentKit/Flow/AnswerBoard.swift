import AttachmentDomain
import AttachmentStore
import Synchronization

/// Where the outcomes of one payload arrive, and the push as it was stored, and where its answer waits for them: until
/// all are there, or until it is closed with what has come so far.
final class AnswerBoard: Sendable {
    /// Why a board was closed before all had come.
    enum Closing: Hashable, Sendable {
        case deadline
        case cancelled
    }

    private let state: Mutex<State>

    private struct State {
        var outcomes: [MediaOutcome?]
        var push: Result<StoredPush, StoreError>?
        var missing: Int
        var closing: Closing?
        var waiter: CheckedContinuation<Void, Never>?

        /// The waiter, once there is nothing more to wait for.
        mutating func takeWaiterIfDone() -> CheckedContinuation<Void, Never>? {
            guard missing == 0 || closing != nil else { return nil }
            defer { waiter = nil }
            return waiter
        }
    }

    init(count: Int) {
        state = Mutex(State(outcomes: Array(repeating: nil, count: count), missing: count + 1))
    }

    /// Notes an outcome; the first one of each place counts. Outcomes may still arrive after the board was closed.
    func post(_ outcome: MediaOutcome, at place: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.outcomes[place] == nil else { return nil }
            state.outcomes[place] = outcome
            state.missing -= 1
            return state.takeWaiterIfDone()
        }
        waiter?.resume()
    }

    /// Notes how the push was stored, or why not.
    func post(_ push: Result<StoredPush, StoreError>) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.push == nil else { return nil }
            state.push = push
            state.missing -= 1
            return state.takeWaiterIfDone()
        }
        waiter?.resume()
    }

    /// Lets the answer go with what is there.
    func close(_ closing: Closing) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.closing == nil { state.closing = closing }
            return state.takeWaiterIfDone()
        }
        waiter?.resume()
    }

    /// Waits for all outcomes or the closing. Called once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let waiter = state.withLock { state in
                state.waiter = continuation
                return state.takeWaiterIfDone()
            }
            waiter?.resume()
        }
    }

    /// What has come so far, and why the board was closed if it was.
    var snapshot: Snapshot {
        state.withLock { Snapshot(outcomes: $0.outcomes, push: $0.push, closing: $0.closing) }
    }

    struct Snapshot: Sendable {
        var outcomes: [MediaOutcome?]
        var push: Result<StoredPush, StoreError>?
        var closing: Closing?
    }
}
