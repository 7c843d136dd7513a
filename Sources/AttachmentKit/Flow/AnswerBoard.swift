import AttachmentThreads
import AttachmentDomain
import AttachmentStore

/// Where the outcomes of one payload arrive, and the push as it was stored, and where its answer waits for them: in
/// portions, until all are there, or until it is closed with what has come so far.
final class AnswerBoard: Sendable {
    /// Why a board was closed before all had come.
    enum Closing: Hashable, Sendable {
        case deadline
        case cancelled
    }

    private let state: Locked<State>

    private struct State {
        var outcomes: [MediaOutcome?]
        var standIns: [Int: MediaOutcome] = [:]
        var push: Result<StoredPush, StoreError>?
        var missing: Int
        var closing: Closing?
        /// Places in the order in which their outcomes came, without those that were taken.
        var arrivals: [Int] = []
        var waiter: Waiter?

        var isDone: Bool { missing == 0 || closing != nil }

        /// Wakes the waiter, once its portion is whole or nothing more is to come.
        mutating func takeWakeUp() -> WakeUp? {
            guard let waiter else { return nil }
            if isDone {
                self.waiter = nil
                return WakeUp(continuation: waiter.continuation, portion: nil)
            }
            guard arrivals.count >= waiter.size, case .success(let push) = push else { return nil }
            self.waiter = nil
            defer { arrivals = [] }
            var portion = Portion(push: push)
            for place in arrivals {
                if let outcome = outcomes[place] { portion.outcomes.append((place, outcome)) }
            }
            return WakeUp(continuation: waiter.continuation, portion: portion)
        }
    }

    private struct Waiter {
        var size: Int
        var continuation: CheckedContinuation<Portion?, Never>
    }

    private struct WakeUp {
        var continuation: CheckedContinuation<Portion?, Never>
        var portion: Portion?
    }

    /// Outcomes that came together, by their places, and the push that they belong to.
    struct Portion: Sendable {
        var push: StoredPush
        var outcomes: [(place: Int, outcome: MediaOutcome)] = []
    }

    init(count: Int) {
        state = Locked(State(outcomes: Array(repeating: nil, count: count), missing: count + 1))
    }

    /// Notes an outcome; the first one of each place counts. Outcomes may still arrive after the board was closed.
    func post(_ outcome: MediaOutcome, at place: Int) {
        change { state in
            guard state.outcomes[place] == nil else { return }
            state.outcomes[place] = outcome
            state.arrivals.append(place)
            state.missing -= 1
        }
    }

    /// Notes what is used at a place where nothing better comes in time.
    func offer(_ standIn: MediaOutcome, at place: Int) {
        state.withLock { $0.standIns[place] = standIn }
    }

    /// Notes how the push was stored, or why not.
    func post(_ push: Result<StoredPush, StoreError>) {
        change { state in
            guard state.push == nil else { return }
            state.push = push
            state.missing -= 1
        }
    }

    /// Lets the answer go with what is there.
    func close(_ closing: Closing) {
        change { state in
            if state.closing == nil { state.closing = closing }
        }
    }

    /// Waits until so many outcomes have come since the last portion, of a push that is stored, and gives them; nil as
    /// soon as all have come or the board was closed. One call at a time.
    func nextPortion(of size: Int) async -> Portion? {
        await withCheckedContinuation { continuation in
            change { state in state.waiter = Waiter(size: size, continuation: continuation) }
        }
    }

    /// Changes the state, and wakes the waiter where that made its portion whole.
    private func change(_ body: (inout State) -> Void) {
        let wakeUp = state.withLock { state in
            body(&state)
            return state.takeWakeUp()
        }
        if let wakeUp { wakeUp.continuation.resume(returning: wakeUp.portion) }
    }

    /// What has come so far, and why the board was closed if it was.
    var snapshot: Snapshot {
        state.withLock { Snapshot(outcomes: $0.outcomes, standIns: $0.standIns, push: $0.push, closing: $0.closing) }
    }

    struct Snapshot: Sendable {
        var outcomes: [MediaOutcome?]
        /// By their places.
        var standIns: [Int: MediaOutcome]
        var push: Result<StoredPush, StoreError>?
        var closing: Closing?
    }
}
