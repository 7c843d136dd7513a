import Glibc
import Testing

@testable import AttachmentTesting

/// The connection without TLS, frame by frame.
@Suite(.timeLimit(.minutes(1)))
struct HTTP2ConnectionTests {
    /// The client's end of a pair of sockets; the other end is served until this one is closed.
    private final class Client: Sendable {
        let descriptor: Int32

        init(_ routes: [String: ScriptedResponse]) {
            var ends: [Int32] = [-1, -1]
            precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            descriptor = ends[0]
            let server = ends[1]
            startThread {
                HTTP2Connection(wire: .plain(server)) { routes[$0.path] ?? .status(404) }.serve()
                close(server)
            }
            send(HTTP2FrameBuffer.preface)
        }

        deinit {
            close(descriptor)
        }

        func send(_ bytes: [UInt8]) {
            _ = Glibc.send(descriptor, bytes, bytes.count, 0)
        }

        func send(_ frame: HTTP2Frame) {
            send(frame.bytes)
        }

        /// A GET; the path is a literal that is not indexed.
        func get(_ path: String, stream: Int) {
            let block = [0x82, 0x87, 0x04, UInt8(path.utf8.count)] + Array(path.utf8)
            HTTP2Frame.headers(block, stream: stream, endsStream: true).forEach(send)
        }

        /// Frames up to the end, or until there are so many.
        func frames(_ count: Int) async -> [HTTP2Frame] {
            await onOwnThread { [self] in
                var input = HTTP2FrameBuffer()
                var frames: [HTTP2Frame] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    while frames.count < count, let frame = input.next() { frames.append(frame) }
                    guard frames.count < count else { return frames }
                    // One byte at a time in the end: what belongs to the next call stays in the socket.
                    let got = recv(descriptor, &buffer, 1, 0)
                    guard got > 0 else { return frames }
                    input.append(buffer[..<got])
                }
            }
        }
    }

    private let settings = HTTP2Frame(kind: .settings)
    private let acknowledgement = HTTP2Frame(kind: .settings, flags: .acknowledges)

    private func data(_ text: String, stream: Int = 1, ends: Bool = false) -> HTTP2Frame {
        HTTP2Frame(kind: .data, flags: ends ? .endsStream : [], stream: stream, payload: Array(text.utf8))
    }

    @Test func `given a window of 3 bytes, when it is widened, then the body goes on so far`() async {
        let client = Client(["/": .ok("0123456789")])
        client.send(HTTP2Frame(kind: .settings, payload: [0, 4, 0, 0, 0, 3]))
        client.get("/", stream: 1)
        let begun = await client.frames(4)
        #expect(begun.prefix(2) == [settings, acknowledgement])
        #expect(begun[2].kind == .headers)
        #expect(begun[3] == data("012"))
        client.send(.windowUpdate(1, by: 5))
        #expect(await client.frames(1) == [data("34567")])
        client.send(HTTP2Frame(kind: .settings, payload: [0, 4, 0, 0, 0, 4]))
        #expect(await client.frames(2) == [acknowledgement, data("8")])
        client.send(.windowUpdate(1, by: 100))
        #expect(await client.frames(2) == [data("9"), data("", ends: true)])
    }

    @Test func `given a full window of the connection, when a stream's own is wide, then it waits for both`() async {
        let client = Client(["/": .ok([UInt8](repeating: 7, count: 65_536))])
        client.send(.windowUpdate(1, by: 0))
        client.get("/", stream: 1)
        client.send(.windowUpdate(1, by: 1_000_000))
        // Four frames fill the 65,535 bytes that every connection begins with.
        let sizes = await client.frames(6).dropFirst(2).map(\.payload.count)
        #expect(sizes == [16_384, 16_384, 16_384, 16_383])
        client.send(.windowUpdate(0, by: 1))
        #expect(await client.frames(2) == [HTTP2Frame(kind: .data, stream: 1, payload: [7]), data("", ends: true)])
    }

    @Test func `given two streams, when one is held, then the other ends first`() async {
        let gate = Gate()
        let client = Client(["/a": .ok("a").held(by: gate), "/b": .ok("b")])
        client.get("/a", stream: 1)
        client.get("/b", stream: 3)
        let other = await client.frames(4)
        #expect(other.map(\.stream) == [0, 3, 3, 3])
        await gate.arrivals()
        gate.open()
        #expect(await client.frames(3).map(\.stream) == [1, 1, 1])
        #expect(gate.count == 1)
    }

    @Test func `given a reset by the client, when others run, then that stream alone ends`() async {
        let gate = Gate()
        let client = Client(["/a": .ok("a").held(by: gate), "/b": .ok("b")])
        client.get("/a", stream: 1)
        client.send(.resetStream(1, .cancel))
        client.get("/b", stream: 3)
        gate.open()
        let frames = await client.frames(4).filter { $0.stream == 3 }
        #expect(frames.last == data("", stream: 3, ends: true))
    }

    @Test func `given a ping, padding, priority and a block in pieces, when they come, then they are understood`() async
    {
        let client = Client(["/": .ok("")])
        client.send(HTTP2Frame(kind: .ping, payload: [1, 2, 3, 4, 5, 6, 7, 8]))
        client.send(HTTP2Frame(kind: .priority, stream: 1, payload: [0, 0, 0, 0, 1]))
        client.send(
            HTTP2Frame(
                kind: .headers, flags: [.endsStream, .isPadded, .hasPriority], stream: 1,
                payload: [2, 0, 0, 0, 0, 1, 0x82, 0x87, 0, 0]))
        client.send(HTTP2Frame(kind: .continuation, flags: .endsHeaders, stream: 1, payload: [0x84]))
        let frames = await client.frames(3)
        #expect(frames[1] == HTTP2Frame(kind: .ping, flags: .acknowledges, payload: [1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(frames[2].flags == [.endsHeaders, .endsStream])
        var decoder = HPACKDecoder()
        #expect(decoder.decode(frames[2].payload)?.first == OriginHeader(":status", "200"))
    }

    @Test func `given no header block or no preface, when it comes, then the connection ends`() async {
        let client = Client([:])
        client.send(HTTP2Frame(kind: .headers, flags: .endsHeaders, stream: 1, payload: [0x80]))
        #expect(await client.frames(9) == [settings, .goAway(.compressionError, last: 0)])
        var input = HTTP2FrameBuffer()
        input.append("GET".utf8)
        #expect(input.takePreface() == false)
    }
}
