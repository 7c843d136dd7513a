import AttachmentDomain
import Glibc
import Synchronization

/// The writing thread's own things: its connection, its lock, and how it makes one transaction of many writes.
final class WriteLoop {
    private let root: Root
    private let file: IndexFile
    private let durability: CacheLimits.Durability
    private let clock: WallClock
    private let uses: UseNotes
    private var opened: (index: Connection, lock: OpenFile)?
    private let logPages: LogLength
    private var triedLogPages = 0
    private var expired = ExpiredRows()

    init(
        root: Root, file: IndexFile, durability: CacheLimits.Durability, clock: WallClock, uses: UseNotes,
        logPages: LogLength
    ) {
        self.root = root
        self.file = file
        self.durability = durability
        self.clock = clock
        self.uses = uses
        self.logPages = logPages
    }

    /// Serves the queue until it is closed and empty.
    func run(_ queue: WriteQueue) {
        var cameTogether = false
        while var writes = queue.takeAll() {
            if cameTogether || writes.count > 1 { gather(&writes, from: queue) }
            cameTogether = writes.count > 1
            while !writes.isEmpty {
                perform(Array(writes.prefix(Self.writesPerTransaction)))
                writes.removeFirst(min(writes.count, Self.writesPerTransaction))
            }
            tidyLog(pastPages: Self.idleLogPages)
        }
        tidyLog(pastPages: Self.closingLogPages)
    }

    /// Where writes come together more are on their way, and one transaction for all is worth the wait: it writes each
    /// page of the index once. Waits as long as they keep coming, 10 ms at most.
    private func gather(_ writes: inout [QueuedWrite], from queue: WriteQueue) {
        for _ in 0..<Self.mostPauses where writes.count < Self.writesPerTransaction {
            usleep(Self.pauseMicroseconds)
            let more = queue.takeMore()
            if more.isEmpty { return }
            writes += more
        }
    }

    private static let writesPerTransaction = 512
    private static let pauseMicroseconds: UInt32 = 1000
    private static let mostPauses = 10
    /// Past this many pages (4 KiB each) the log is emptied when nothing else waits.
    private static let idleLogPages = 1000
    /// Past this many it is emptied at the end: whoever opens the cache next reads it from end to end.
    static let closingLogPages = 100
    /// Past this many it is emptied at once.
    private static let busyLogPages = 8000

    private func perform(_ writes: [QueuedWrite]) {
        do {
            for answer in try transaction(writes) {
                answer()
            }
        } catch  where writes.count > 1 {
            // One of them spoilt the transaction: each for itself, so that only that one fails.
            for write in writes {
                perform([write])
            }
        } catch {
            for write in writes {
                write.fail(error)
            }
        }
    }

    /// Runs all writes in one transaction and deals with the files that it condemned.
    private func transaction(_ writes: [QueuedWrite]) throws(StoreError) -> [@Sendable () -> Void] {
        let index = try open().index
        let session = WriteSession(index: index, root: root, durability: durability, now: clock.now)
        let noted = uses.take()
        do {
            let answers = try locked { () throws(StoreError) in
                try commit(session) { session throws(StoreError) in
                    try UseNotes.write(noted, in: session)
                    try expired.tidy(session)
                    var answers: [@Sendable () -> Void] = []
                    for write in writes {
                        answers.append(try write.run(session))
                    }
                    return answers
                }
            }
            dispose(of: session.aftermath)
            return answers
        } catch {
            uses.giveBack(noted)
            throw error
        }
    }

    /// `write.lock` is held around every commit and every checkpoint, with SQLite's own checkpoints off: before 3.51.3
    /// SQLite has a race in which a checkpoint that resets the log meets a commit of another process, and pages are
    /// lost (sqlite.org/wal.html, "The WAL-Reset Bug"; Debian 12 has 3.40.1). With one of both at a time it cannot
    /// occur. The lock also lets writers wait in the kernel instead of polling.
    private func locked<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let lock = try open().lock
        try lock.lock(shownAs: root.shown(CacheNames.writeLock))
        defer { lock.unlock() }
        return try body()
    }

    private func commit<Value>(
        _ session: WriteSession, _ body: (WriteSession) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let index = session.index
        try index.run("BEGIN IMMEDIATE")
        do {
            let value = try body(session)
            try index.run("COMMIT")
            logPages.pages.store(index.logPages, ordering: .relaxed)
            emptyLog(of: index, pastPages: Self.busyLogPages)
            return value
        } catch {
            rollBack(index)
            throw error
        }
    }

    /// The first error is the one that tells; when even this fails the connection is given up, which rolls back too.
    private func rollBack(_ index: Connection) {
        guard index.isInTransaction else { return }
        do {
            try index.run("ROLLBACK")
        } catch {
            opened = nil
        }
    }

    private func open() throws(StoreError) -> (index: Connection, lock: OpenFile) {
        if let opened { return opened }
        let lock = try Layout(path: root.path, directory: root.directory).lockFile(CacheNames.writeLock)
        let both = (index: try file.openWriter(durability), lock: lock)
        opened = both
        return both
    }

    private func tidyLog(pastPages limit: Int) {
        guard let opened, logGrowth(opened.index) > limit else { return }
        do {
            try locked { () throws(StoreError) in emptyLog(of: opened.index, pastPages: limit) }
        } catch {
            // The lock could not be had: the log grows until the next time, nothing is lost.
            return
        }
    }

    /// How much the log has grown since it was last emptied, or since that was last tried: where a reader that does not
    /// move stands in the way, trying after every commit would only cost syncs.
    private func logGrowth(_ index: Connection) -> Int {
        if index.logPages < triedLogPages { triedLogPages = 0 }
        return index.logPages - triedLogPages
    }

    /// A log that cannot be emptied keeps every commit that is in it, so this never fails a write.
    private func emptyLog(of index: Connection, pastPages limit: Int) {
        guard logGrowth(index) > limit else { return }
        triedLogPages = index.logPages
        do {
            try index.checkpoint()
        } catch {
            return
        }
    }

    /// Files go after the rows that named them: a crash in between leaves names in `deletions`, never a row without its
    /// file.
    private func dispose(of files: [WriteSession.Aftermath]) {
        var removed: [ObjectName] = []
        for file in files {
            switch file {
            case .remove(let name):
                if ObjectFiles(root).remove(name) { removed.append(name) }
            case .quarantine(let name): ObjectFiles(root).quarantine(name)
            case .removePart(let url): root.removePart(of: url)
            }
        }
        guard !removed.isEmpty else { return }
        let names = removed.map(\.path)
        perform([
            QueuedWrite(
                run: { session throws(StoreError) in
                    for name in names {
                        try session.index.run("DELETE FROM deletions WHERE name = $1", .text(name))
                    }
                    return {}
                }, fail: { _ in })
        ])
    }
}
