@testable import AttachmentFetch
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AdmissionQueueTests {
    @Test func `given two hosts, when one has a long list, then the other is not behind it`() {
        var queue = AdmissionQueue<String>(maxTotal: 2, maxPerHost: 2)
        for id in 0..<10 { queue.enqueue(id, host: "slow") }
        queue.enqueue(100, host: "quick")

        #expect(queue.next(isGone: { _ in false }) == 0)
        #expect(queue.next(isGone: { _ in false }) == 100)
        #expect(queue.next(isGone: { _ in false }) == nil)
    }

    @Test func `given a limit per host, when it is reached, then the next waits for one to end`() {
        var queue = AdmissionQueue<String>(maxTotal: 10, maxPerHost: 1)
        queue.enqueue(1, host: "a")
        queue.enqueue(2, host: "a")

        #expect(queue.next(isGone: { _ in false }) == 1)
        #expect(queue.next(isGone: { _ in false }) == nil)
        queue.finished(host: "a")
        #expect(queue.next(isGone: { _ in false }) == 2)
    }

    @Test func `given some that have left, when the next is asked for, then they are passed over`() {
        var queue = AdmissionQueue<String>(maxTotal: 10, maxPerHost: 10)
        for id in 0..<5 { queue.enqueue(id, host: "a") }

        #expect(queue.next(isGone: { $0 < 3 }) == 3)
        #expect(queue.next(isGone: { _ in false }) == 4)
        #expect(queue.next(isGone: { _ in false }) == nil)
    }

    @Test func `given many on many hosts, when all run, then each starts once`() {
        var queue = AdmissionQueue<String>(maxTotal: 7, maxPerHost: 3)
        for id in 0..<1000 { queue.enqueue(id, host: "host\(id % 13)") }
        var started: [Int] = []
        var running: [Int] = []
        while started.count < 1000 {
            while let id = queue.next(isGone: { _ in false }) {
                started.append(id)
                running.append(id)
            }
            #expect(running.count <= 7)
            guard let ended = running.popLast() else { break }
            queue.finished(host: "host\(ended % 13)")
        }
        #expect(Set(started).count == 1000)
    }

    @Test func `given one that goes on at another host, when that has a slot, then it takes it and leaves its own`() {
        var queue = AdmissionQueue<String>(maxTotal: 2, maxPerHost: 1)
        queue.enqueue(1, host: "a")
        queue.enqueue(2, host: "a")
        #expect(queue.next(isGone: { _ in false }) == 1)

        let isMoved = queue.move(from: "a", to: "b")

        #expect(isMoved)
        #expect(queue.next(isGone: { _ in false }) == 2)
        #expect(queue.next(isGone: { _ in false }) == nil)
        queue.enqueue(3, host: "b")
        #expect(queue.next(isGone: { _ in false }) == nil)
        queue.finished(host: "b")
        #expect(queue.next(isGone: { _ in false }) == 3)
    }

    @Test func `given one that goes on at a full host, when a slot is free there, then it is the next`() {
        var queue = AdmissionQueue<String>(maxTotal: 10, maxPerHost: 1)
        queue.enqueue(1, host: "a")
        queue.enqueue(2, host: "b")
        queue.enqueue(3, host: "b")
        #expect(queue.next(isGone: { _ in false }) == 1)
        #expect(queue.next(isGone: { _ in false }) == 2)

        let isMoved = queue.move(from: "a", to: "b")
        #expect(!isMoved)
        queue.finished(host: "a")
        queue.enqueueFirst(1, host: "b")
        #expect(queue.next(isGone: { _ in false }) == nil)
        queue.finished(host: "b")

        #expect(queue.next(isGone: { _ in false }) == 1)
    }
}
