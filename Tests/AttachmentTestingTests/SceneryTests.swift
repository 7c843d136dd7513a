import AttachmentDomain
import AttachmentTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SceneryTests {
    @Test func `given a temporary directory, when it is released, then it is gone with all it held`() throws {
        let outer = try TemporaryDirectory()
        do {
            let inner = try TemporaryDirectory("inner", in: outer.path)
            try inner.makeDirectory("deep")
            try inner.write("text", to: "deep/file")
            #expect(try inner.read("deep/file") == Array("text".utf8))
            #expect(inner.files() == ["deep/file"])
            #expect(outer.files().count == 1)
        }
        #expect(outer.files().isEmpty)
        outer.remove()
        #expect(!outer.exists(""))
    }

    @Test func `given a clock moved by hand, when it is read, then it stands where it was put`() {
        let clock = HandMovedClock(at: 100)
        let wall = clock.wallClock
        clock.advance(by: 5)
        #expect(wall.now == 105)
        clock.set(to: 7)
        #expect(wall.now == 7)
    }

    @Test func `given a gate, when it opens, then all who wait go on`() async {
        let gate = Gate()
        async let first: Void = onOwnThread { gate.wait() }
        async let second: Void = onOwnThread { gate.wait() }
        await gate.arrivals(2)
        gate.open()
        gate.open()
        _ = await (first, second)
        #expect(gate.count == 2)
    }

    @Test func `given a cancelled wait, when nothing happens, then it returns`() async {
        let monitor = Monitor(0)
        let task = Task { await monitor.reached { $0 > 0 } }
        task.cancel()
        #expect(await task.value == false)
    }
}
