import AttachmentThreads

/// What was used since the last commit: written along with the next one, so that a hit costs no transaction.
final class UseNotes: Sendable {
    struct Notes {
        var hits: Int64 = 0
        var misses: Int64 = 0
        /// Rows of objects to be marked as visited.
        var visited: Set<Int64> = []

        var isEmpty: Bool { hits == 0 && misses == 0 && visited.isEmpty }
    }

    private let notes = Locked(Notes())

    /// More than these need not be remembered: eviction only needs an idea of what is used.
    private static let mostVisited = 4096

    var isEmpty: Bool { notes.withLock { $0.isEmpty } }

    /// What is not written yet.
    var pending: (hits: Int64, misses: Int64) { notes.withLock { ($0.hits, $0.misses) } }

    func add(hits: Int64, misses: Int64) {
        notes.withLock {
            $0.hits += hits
            $0.misses += misses
        }
    }

    func visit(_ object: Int64) {
        notes.withLock {
            if $0.visited.count < Self.mostVisited { $0.visited.insert(object) }
        }
    }

    func take() -> Notes {
        notes.withLock {
            let taken = $0
            $0 = Notes()
            return taken
        }
    }

    func giveBack(_ taken: Notes) {
        notes.withLock {
            $0.hits += taken.hits
            $0.misses += taken.misses
            $0.visited.formUnion(taken.visited)
        }
    }

    static func write(_ notes: Notes, in session: WriteSession) throws(StoreError) {
        if notes.hits != 0 || notes.misses != 0 {
            try session.index.run(
                "UPDATE totals SET hits = hits + $1, misses = misses + $2", .integer(notes.hits), .integer(notes.misses)
            )
        }
        for object in notes.visited.sorted() {
            try session.index.run("UPDATE objects SET visited = 1 WHERE id = $1 AND visited = 0", .integer(object))
        }
    }
}
