import AttachmentThreads
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WorkerPoolTests {
    @Test func `given many jobs, when they run, then each gives its own result`() async {
        let pool = WorkerPool(named: "test", threads: 3)
        defer { pool.close() }
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...500 {
                group.addTask { await pool.run { number } }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 500 * 501 / 2)
    }

    @Test func `given one thread, when jobs are handed in, then they run in that order`() {
        let pool = WorkerPool(named: "test", threads: 1)
        let order = Locked<[Int]>([])
        let done = WakeUp()
        for number in 0..<100 {
            pool.submit { order.withLock { $0.append(number) } }
        }
        pool.submit { done.signal() }
        done.wait()
        #expect(order.withLock { $0 } == Array(0..<100))
        pool.close()
    }

    @Test func `given a job that holds its thread, when others come, then they run beside it`() async {
        let pool = WorkerPool(named: "test", threads: 2)
        let gate = WakeUp()
        pool.submit { gate.wait() }
        let answer = await pool.run { 7 }
        #expect(answer == 7)
        gate.signal()
        pool.close()
    }

    @Test func `given patience, when a thread is held, then so many jobs wait for it and the next brings another`() {
        let pool = WorkerPool(named: "test", threads: 2, patience: 2)
        let (begun, gate, done) = (WakeUp(), WakeUp(), WakeUp())
        let order = Locked<[Int]>([])
        pool.submit {
            begun.signal()
            gate.wait()
        }
        begun.wait()
        for number in 1...3 {
            #expect(order.withLock { $0.isEmpty })
            pool.submit {
                order.withLock { $0.append(number) }
                done.signal()
            }
        }
        for _ in 1...3 { done.wait() }
        #expect(order.withLock { $0 } == [1, 2, 3])
        gate.signal()
        pool.close()
    }

    @Test func `given patience, when jobs come one by one, then each runs at once`() async {
        let pool = WorkerPool(named: "test", threads: 2, patience: 4)
        defer { pool.close() }
        for number in 0..<20 { #expect(await pool.run { number } == number) }
    }

    @Test func `given a closed pool, when a job comes, then the caller runs it`() async {
        let pool = WorkerPool(named: "test", threads: 1)
        pool.close()
        #expect(await pool.run { 3 } == 3)
    }

    @Test func `given a job that throws, when it is awaited, then its error comes out typed`() async {
        struct Refused: Error, Equatable {}
        let pool = WorkerPool(named: "test", threads: 1)
        defer { pool.close() }
        await #expect(throws: Refused()) {
            try await pool.run { () throws(Refused) -> Int in throw Refused() }
        }
    }
}
