/// What a call does behind its answer: once all that it has to say is printed and flushed, and no earlier.
///
/// Used by the thread of the call alone.
final class Epilogue {
    private var steps: [() -> Void] = []

    /// Adds a step. The last one that was added runs first.
    func add(_ step: @escaping () -> Void) {
        steps.append(step)
    }

    func run() {
        while let step = steps.popLast() { step() }
    }
}
