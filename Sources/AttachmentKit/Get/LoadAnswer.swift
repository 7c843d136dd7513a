import AttachmentDomain
import AttachmentThreads

/// Where the outcome of one load arrives, and whoever asked waits for it: until it comes, or until the wait is closed,
/// which leaves what may stand in.
final class LoadAnswer: Sendable {
    private let state = Locked(State())
    private let done = OneShot()

    private struct State {
        var landing: Landing?
        var standIn: LoadedResponse?
    }

    func take(_ event: Load.Event) {
        switch event {
        case .standIn(let loaded): state.withLock { $0.standIn = loaded }
        case .over(let landing):
            state.withLock { if $0.landing == nil { $0.landing = landing } }
            done.fire()
        }
    }

    /// Ends the wait; what comes later does not count.
    func close(_ failure: LoadFailure) {
        state.withLock { state in
            guard state.landing == nil else { return }
            state.landing = state.standIn.map { .loaded($0) } ?? .failed(failure)
        }
        done.fire()
    }

    /// The outcome. Called once.
    func wait() async -> Landing {
        await done.wait()
        return state.withLock { $0.landing } ?? .failed(LoadFailure(Finding(.cancelled, "nothing came of the call")))
    }
}
