import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeadlineValueTests {
    let start = ContinuousClock.now

    @Test func `given a deadline, when time passes, then what remains shrinks to nothing and not below`() {
        let deadline = Deadline.after(.seconds(2), from: start)
        #expect(deadline.remaining(at: start) == .seconds(2))
        #expect(deadline.remaining(at: start.advanced(by: .seconds(3))) == .zero)
        #expect(!deadline.hasPassed(at: start.advanced(by: .milliseconds(1999))))
        #expect(deadline.hasPassed(at: start.advanced(by: .seconds(2))))
    }

    @Test func `given no deadline, when it is compared, then it is later than any`() {
        let deadline = Deadline.after(.seconds(2), from: start)
        #expect(Deadline.none.remaining() == nil)
        #expect(!Deadline.none.hasPassed())
        #expect(Deadline.none.earlier(deadline) == deadline)
        #expect(deadline.earlier(.none) == deadline)
        #expect(deadline < .none)
    }

    @Test func `given named values, when one is replaced, then it keeps its place`() {
        var values = NamedValues([("b", 1), ("a", 2)])
        values["b"] = 3
        values["c"] = 4
        values["a"] = nil
        #expect(values.names == ["b", "c"])
        #expect(values["b"] == 3)
    }
}
