import AttachmentThreads
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AlarmClockTests {
    @Test func `given alarms in any order, when their instants come, then they are called in the order of time`() async
    {
        let clock = AlarmClock()
        defer { clock.close() }
        let start = ContinuousClock.now
        let order = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in [3, 1, 2] {
                clock.call(at: start.advanced(by: .milliseconds(number * 10))) {
                    order.withLock { $0.append(number) }
                    if number == 3 { continuation.resume() }
                }
            }
        }
        #expect(order.withLock { $0 } == [1, 2, 3])
        #expect(ContinuousClock.now >= start.advanced(by: .milliseconds(30)))
    }

    @Test func `given an instant that has passed, when the alarm is set, then it is called`() async {
        let clock = AlarmClock()
        defer { clock.close() }
        await withCheckedContinuation { continuation in
            clock.call(at: .now) { continuation.resume() }
        }
    }

    @Test func `given a closed clock, when an alarm is set, then it is called at once`() {
        let clock = AlarmClock()
        clock.close()
        let called = Locked(false)
        clock.call(at: .now.advanced(by: .seconds(1000))) { called.withLock { $0 = true } }
        #expect(called.withLock { $0 })
    }

    @Test func `given many timers, when they are popped, then the soonest comes first`() {
        var queue = TimerQueue<Int>()
        let start = ContinuousClock.now
        for number in (0..<200).map({ $0 * 73 % 200 }) { queue.add(number, at: start.advanced(by: .seconds(number))) }
        var popped: [Int] = []
        while let next = queue.popDue(at: start.advanced(by: .seconds(149))) { popped.append(next) }
        #expect(popped == Array(0..<150))
    }
}
