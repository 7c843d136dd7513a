import AttachmentThreads
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SocketPollerTests {
    /// Two ends that are connected with each other.
    private func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    @Test func `given a socket, when bytes come, then it is readable, and before it is not`() throws {
        let poller = try SocketPoller()
        let (mine, theirs) = pair()
        defer { for end in [mine, theirs] { close(end) } }
        poller.watch(mine, isKnown: false, reading: true, writing: false)
        #expect(poller.wait(milliseconds: 0) == [])

        _ = write(theirs, "x", 1)

        let ready = SocketPoller.Ready(descriptor: mine, isReadable: true, isWritable: false)
        #expect(poller.wait(milliseconds: 1000) == [ready])
        poller.watch(mine, isKnown: true, reading: false, writing: false)
        #expect(poller.wait(milliseconds: 0) == [])
    }

    @Test func `given another interest, when it is told, then that counts`() throws {
        let poller = try SocketPoller()
        let (mine, theirs) = pair()
        defer { for end in [mine, theirs] { close(end) } }
        poller.watch(mine, isKnown: false, reading: true, writing: false)
        poller.watch(mine, isKnown: true, reading: true, writing: true)
        #expect(poller.wait(milliseconds: 0).map(\.isWritable) == [true])
    }

    @Test func `given a number that was closed and used again, when it is watched as known, then it is watched`() throws
    {
        let poller = try SocketPoller()
        let (mine, theirs) = pair()
        poller.watch(mine, isKnown: false, reading: true, writing: false)
        close(theirs)
        close(mine)
        let (again, other) = pair()
        defer { for end in [again, other] { close(end) } }
        try #require(again == mine || other == mine)
        poller.watch(mine, isKnown: true, reading: false, writing: true)
        #expect(poller.wait(milliseconds: 0).map(\.descriptor) == [mine])
    }

    @Test func `given a wait, when another thread wakes it, then it ends with nothing`() async throws {
        let poller = try SocketPoller()
        poller.wakeUp()
        poller.wakeUp()
        #expect(poller.wait(milliseconds: 60_000) == [])
        // Both calls were answered by one wait.
        #expect(poller.wait(milliseconds: 0) == [])
    }
}
