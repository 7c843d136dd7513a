import AttachmentDomain
import AttachmentTesting
import Glibc
import Synchronization
import Testing

@testable import AttachmentStore

@Suite("Single flight", .timeLimit(.minutes(1)))
struct FlightTests {
    static let key = "https://example.com/a.jpg"

    @Test("given a holder, when it releases, then the next one gets it, in its own store and in another")
    func released() throws {
        let scene = try CacheScene()
        let (one, other) = (try scene.open(), try scene.open())
        let lock = try #require(try one.flights.tryLock(Self.key))
        #expect(try one.flights.tryLock(Self.key) == nil)
        #expect(try other.flights.tryLock(Self.key) == nil)
        lock.release()

        let next = try #require(try other.flights.tryLock(Self.key))
        // A second release, late, takes nothing from the next holder.
        lock.release()
        #expect(try one.flights.tryLock(Self.key) == nil)
        next.release()
        #expect(try one.flights.tryLock(Self.key) != nil)
    }

    @Test("given a lock that is dropped, when another asks, then it is free")
    func dropped() throws {
        let scene = try CacheScene()
        let (one, other) = (try scene.open(), try scene.open())
        _ = try one.flights.tryLock(Self.key)
        #expect(try other.flights.tryLock(Self.key) != nil)
    }

    @Test("given locks of one key, when other keys are asked for, then they are free")
    func keys() throws {
        let scene = try CacheScene()
        let (one, other) = (try scene.open(), try scene.open())
        let locks = try (0..<500).map { try one.flights.tryLock("https://example.com/\($0)") }
        #expect(locks.allSatisfy { $0 != nil })
        #expect(try other.flights.tryLock(Self.key) != nil)
        #expect(try other.flights.tryLock("https://example.com/7") == nil)
        locks.forEach { $0?.release() }
        #expect(try other.flights.tryLock("https://example.com/7") != nil)
    }

    @Test("given a holder whose store is closed, when another asks, then it is free, and the closed one says so")
    func closed() throws {
        let scene = try CacheScene()
        let (one, other) = (try scene.open(), try scene.open())
        let lock = try one.flights.tryLock(Self.key)
        one.close()
        #expect(try other.flights.tryLock(Self.key) != nil)
        #expect(throws: StoreError.closed(path: one.path)) { try one.flights.tryLock(Self.key) }
        #expect(one.flights.beat(of: Self.key) == 0)
        lock?.release()
    }

    @Test("given a process that holds a lock, when it is killed, then the lock is free")
    func killed() async throws {
        let scene = try CacheScene()
        try scene.open().close()
        let path = scene.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try CacheScene.open(path)
            let lock = try store.flights.tryLock("https://example.com/a.jpg")
            guard lock != nil else { exit(1) }
            kill(getpid(), SIGKILL)
        }
        let store = try scene.open()
        #expect(try store.flights.tryLock(Self.key) != nil)
    }

    @Test("given a lock, when another process asks for it, then it is not free there")
    func otherProcess() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let lock = try #require(try store.flights.tryLock(Self.key))
        let path = scene.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try CacheScene.open(path)
            let isFree = try store.flights.tryLock("https://example.com/a.jpg") != nil
            let otherIsFree = try store.flights.tryLock("https://example.com/b.jpg") != nil
            exit(!isFree && otherIsFree ? 0 : 1)
        }
        lock.release()
    }

    @Test("given a held lock, when its holder beats, then a waiter sees it; when it is released, then no more")
    func beats() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let holder = FlightLocks(root: store.root, interval: nil)
        let waiter = FlightLocks(root: store.root, interval: nil)
        #expect(waiter.beat(of: Self.key) == 0)
        let lock = try #require(try holder.tryLock(Self.key))
        var seen: [UInt64] = []
        for _ in 0..<3 {
            #expect(holder.beatOnce())
            seen.append(waiter.beat(of: Self.key))
        }
        #expect(Set(seen).count == 3)
        #expect(waiter.beat(of: "https://example.com/other") == 0)
        lock.release()
        // Once more, for who looked into the cache before and has the lock next.
        seen.append(waiter.beat(of: Self.key))
        #expect(Set(seen).count == 4)
        #expect(!holder.beatOnce())
        #expect(waiter.beat(of: Self.key) == seen[3])
        #expect(mode(of: scene.path + "/fetch.lock") == 0o600)
        #expect(try scene.directory.read("cache/fetch.lock").count <= 524_288)
    }

    @Test("given a held lock, when time passes, then its thread beats, and ends once nothing is held")
    func thread() throws {
        let store = try CacheScene().open()
        let holder = FlightLocks(root: store.root, interval: .milliseconds(1))
        #expect(!holder.hasThread)
        let lock = try #require(try holder.tryLock(Self.key))
        #expect(holder.hasThread)
        let first = holder.beat(of: Self.key)
        while holder.beat(of: Self.key) == first { sched_yield() }
        lock.release()
        while holder.hasThread { sched_yield() }
        // The next lock begins anew.
        let next = try holder.tryLock(Self.key)
        #expect(holder.hasThread)
        next?.release()
    }

    @Test("given a file that was removed, when a lock is asked for, then it is made anew")
    func missing() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        unlink(scene.path + "/fetch.lock")
        #expect(try store.flights.tryLock(Self.key) != nil)
        #expect(mode(of: scene.path + "/fetch.lock") == 0o600)
    }

    @Test("given a file that cannot be had, when a lock is asked for, then the error names it")
    func refused() throws {
        let scene = try CacheScene()
        let store = try scene.open()
        unlink(scene.path + "/fetch.lock")
        try scene.directory.makeDirectory("cache/fetch.lock")
        #expect(throws: StoreError.fileFailed(.open, path: scene.path + "/fetch.lock", errno: EISDIR)) {
            try store.flights.tryLock(Self.key)
        }
        #expect(store.flights.beat(of: Self.key) == 0)
    }

    @Test("given many threads that want one key, when they take turns, then never two have it")
    func contended() async throws {
        let scene = try CacheScene()
        let stores = try (0..<2).map { _ in try scene.open() }
        let inside = AtomicCount()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        guard
                            case .success(let lock?) = Result(catching: {
                                try stores[number % 2].flights.tryLock(Self.key)
                            })
                        else { continue }
                        #expect(inside.add(1) == 1)
                        inside.add(-1)
                        lock.release()
                    }
                }
            }
        }
    }
}

/// A number that several threads count.
private final class AtomicCount: Sendable {
    private let count = Atomic(0)

    @discardableResult
    func add(_ step: Int) -> Int {
        count.add(step, ordering: .sequentiallyConsistent).newValue
    }
}
