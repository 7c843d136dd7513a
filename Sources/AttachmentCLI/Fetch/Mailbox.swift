import AttachmentThreads

/// Hands values from any thread or task to one thread that waits for them. Posting never blocks.
final class Mailbox<Letter: Sendable>: Sendable {
    private let letters = Locked<[Letter]>([])
    private let arrived = WakeUp()

    func post(_ letter: Letter) {
        letters.withLock { $0.append(letter) }
        arrived.signal()
    }

    /// Blocks until there is something, and takes all of it in the order in which it was posted.
    func takeAll() -> [Letter] {
        while true {
            arrived.wait()
            let taken = letters.withLock { letters -> [Letter] in
                defer { letters = [] }
                return letters
            }
            // One signal for each letter, all letters taken at the first: later signals may find nothing.
            if !taken.isEmpty {
                return taken
            }
        }
    }
}
