import Glibc

/// The server's side of one HTTP/2 connection (RFC 9113): many streams, played by one thread that waits for the client,
/// for gates and for time at once.
final class HTTP2Connection {
    let wire: Wire
    /// Notes the request and decides on its answer.
    private let respond: (OriginRequest) -> ScriptedResponse
    private var input = HTTP2FrameBuffer()
    private var fields = HPACKDecoder()
    /// The header block that CONTINUATION frames go on with.
    private var block: (stream: Int, bytes: [UInt8], endsStream: Bool)?
    private var streams: [HTTP2Stream] = []
    private var lastStream = 0
    /// How many bytes the client takes on all streams together, and on a new one.
    private var window = 65_535
    private var initialWindow = 65_535
    private var isOver = false
    private var isReset = false

    init(wire: Wire, respond: @escaping (OriginRequest) -> ScriptedResponse) {
        self.wire = wire
        self.respond = respond
    }

    /// Blocks until the connection has ended. The descriptor stays open.
    func serve() {
        send(HTTP2Frame(kind: .settings))
        while receive() {
            guard let isPreface = input.takePreface() else { continue }
            if isPreface { serveStreams() }
            return
        }
    }

    private func serveStreams() {
        while !isOver {
            takeFrames()
            let waits = advanceStreams()
            if !isOver, wait(for: waits), !receive() { isOver = true }
        }
        if !isReset { part() }
    }

    /// Ends the stream of bytes. What the client has said meanwhile is read: closed with bytes unread, the connection
    /// would be reset.
    private func part() {
        wire.end()
        shutdown(wire.descriptor, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 4096)
        while recv(wire.descriptor, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    // MARK: Bytes

    /// - Returns: false when the client has gone.
    private func receive() -> Bool {
        // More than a TLS record holds, so that none is left in OpenSSL, where poll does not see it.
        withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 16) { buffer in
            let got = wire.receive(into: buffer)
            guard got > 0 else { return false }
            input.append(buffer[..<got])
            return true
        }
    }

    private func send(_ frame: HTTP2Frame) {
        let bytes = SharedBytes(frame.bytes)
        guard !isOver else { return }
        if !wire.send([OriginBody.Piece(bytes: bytes, range: 0..<bytes.count)]) { isOver = true }
    }

    /// Blocks until the client has said something, a gate is open or it is time.
    ///
    /// - Returns: whether the client has said something.
    private func wait(for waits: [HTTP2Stream.Wait]) -> Bool {
        var watched = [pollfd(fd: wire.descriptor, events: Int16(POLLIN), revents: 0)]
        var timeout: Int32 = -1
        for wait in waits {
            switch wait {
            case .nothing: timeout = 0
            case .window, .forever: break
            case .gate(let gate): watched.append(pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0))
            case .until(let due):
                let left = max(0, Int32(ContinuousClock.now.duration(to: due) / .milliseconds(1)) + 1)
                timeout = timeout < 0 ? left : min(timeout, left)
            }
        }
        while poll(&watched, nfds_t(watched.count), timeout) < 0 {}
        return watched[0].revents != 0
    }

    // MARK: What the client says

    private func takeFrames() {
        while !isOver, let frame = input.next() { take(frame) }
    }

    private func take(_ frame: HTTP2Frame) {
        switch frame.kind {
        case .data: takeData(frame)
        case .headers:
            block = (frame.stream, Array(frame.content ?? []), frame.flags.contains(.endsStream))
            if frame.flags.contains(.endsHeaders) { takeBlock() }
        case .continuation:
            block?.bytes += frame.payload
            if frame.flags.contains(.endsHeaders) { takeBlock() }
        case .settings where !frame.flags.contains(.acknowledges): takeSettings(frame)
        case .ping where !frame.flags.contains(.acknowledges):
            send(HTTP2Frame(kind: .ping, flags: .acknowledges, payload: frame.payload))
        case .windowUpdate where frame.payload.count == 4: widen(frame.stream, by: frame.number(at: 0) & 0x7FFF_FFFF)
        case .resetStream: streams.removeAll { $0.number == frame.stream }
        case .settings, .ping, .windowUpdate, .priority, .pushPromise, .goAway: break
        }
    }

    private func takeBlock() {
        guard let (number, bytes, endsStream) = block, let fields = fields.decode(bytes) else {
            send(.goAway(.compressionError, last: lastStream))
            isOver = true
            return
        }
        block = nil
        lastStream = max(lastStream, number)
        streams.append(HTTP2Stream(number: number, window: initialWindow, request: HTTP2RequestParts(fields: fields)))
        if endsStream { answer(streams.count - 1) }
    }

    private func takeData(_ frame: HTTP2Frame) {
        // The client may go on at once: requests have small bodies.
        if !frame.payload.isEmpty { send(.windowUpdate(0, by: frame.payload.count)) }
        guard let index = streams.firstIndex(where: { $0.number == frame.stream }) else { return }
        streams[index].request.body += frame.content ?? []
        if frame.flags.contains(.endsStream) {
            answer(index)
        } else if !frame.payload.isEmpty {
            send(.windowUpdate(frame.stream, by: frame.payload.count))
        }
    }

    private func answer(_ index: Int) {
        let request = streams[index].request.request
        let plan = HTTP2Plan(respond(request), to: request)
        if !plan.endsWithCloseNotify { wire.forgetGoodbye() }
        streams[index].steps = plan.steps
    }

    /// Six bytes for each setting: its number and its value (RFC 9113 section 6.5).
    private func takeSettings(_ frame: HTTP2Frame) {
        for start in stride(from: 0, to: frame.payload.count - 5, by: 6)
        where frame.payload[start] == 0 && frame.payload[start + 1] == 4 {
            let value = frame.number(at: start + 2)
            for index in streams.indices { streams[index].window += value - initialWindow }
            initialWindow = value
        }
        send(HTTP2Frame(kind: .settings, flags: .acknowledges))
    }

    private func widen(_ stream: Int, by count: Int) {
        if stream == 0 {
            window += count
        } else if let index = streams.firstIndex(where: { $0.number == stream }) {
            streams[index].window += count
        }
    }

    // MARK: What the streams do

    /// Lets each stream send one frame at most, so that none waits for another.
    ///
    /// - Returns: what they wait for then.
    private func advanceStreams() -> [HTTP2Stream.Wait] {
        var waits: [HTTP2Stream.Wait] = []
        for index in streams.indices where !isOver {
            waits.append(advance(&streams[index]))
        }
        streams.removeAll { $0.steps?.isEmpty == true }
        return waits
    }

    private func advance(_ stream: inout HTTP2Stream) -> HTTP2Stream.Wait {
        guard let step = stream.steps?.first else { return .forever }
        switch step {
        case .head(let head, let endsStream):
            let block = HPACKEncoder.encode(head)
            HTTP2Frame.headers(block, stream: stream.number, endsStream: endsStream).forEach(send)
            stream.finishStep()
        case .send(let pieces):
            guard let rest = send(pieces, on: &stream) else { return .window }
            if rest.isEmpty { stream.finishStep() } else { stream.replaceStep(by: .send(rest)) }
        case .drip(let pieces, let pace):
            return drip(pieces, pace: pace, on: &stream)
        case .repeatForever(let piece):
            stream.steps?.insert(.send([piece]), at: 0)
        case .end:
            send(HTTP2Frame(kind: .data, flags: .endsStream, stream: stream.number))
            stream.finishStep()
        case .perform(let action):
            return perform(action, on: &stream)
        }
        return .nothing
    }

    /// Sends a frame of at most `limit` bytes.
    ///
    /// - Returns: what is left; nil when the client takes nothing now.
    private func send(
        _ pieces: [OriginBody.Piece], on stream: inout HTTP2Stream, limit: Int = HTTP2Frame.largestPayload
    ) -> [OriginBody.Piece]? {
        let room = min(window, stream.window, limit, HTTP2Frame.largestPayload)
        guard room > 0 else { return nil }
        let (portion, rest) = pieces.split(at: room)
        send(HTTP2Frame(kind: .data, stream: stream.number, payload: OriginBody(pieces: portion).array))
        window -= portion.byteCount
        stream.window -= portion.byteCount
        return rest
    }

    private func drip(
        _ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace, on stream: inout HTTP2Stream
    ) -> HTTP2Stream.Wait {
        let due = stream.due ?? .now + .milliseconds(pace.milliseconds)
        stream.due = due
        guard due <= .now else { return .until(due) }
        guard let rest = send(pieces, on: &stream, limit: pace.bytes) else { return .window }
        if rest.isEmpty { stream.finishStep() } else { stream.replaceStep(by: .drip(rest, pace)) }
        return .nothing
    }

    private func perform(_ action: ScriptedResponse.Action, on stream: inout HTTP2Stream) -> HTTP2Stream.Wait {
        switch action {
        case .stall:
            return .forever
        case .hold(let gate):
            if !stream.hasArrived { gate.arrive() }
            stream.hasArrived = true
            guard gate.isOpen else { return .gate(gate) }
            stream.finishStep()
            return .nothing
        case .pause(let milliseconds):
            let due = stream.due ?? .now + .milliseconds(milliseconds)
            stream.due = due
            guard due <= .now else { return .until(due) }
            stream.finishStep()
            return .nothing
        case .reset:
            wire.reset()
            isReset = true
            isOver = true
        case .close:
            isOver = true
        case .resetStream(let code):
            send(.resetStream(stream.number, code))
            stream.steps = []
        case .goAway(let code, let isRefused):
            send(.goAway(code, last: isRefused ? max(0, stream.number - 2) : lastStream))
            isOver = true
        }
        return .nothing
    }
}
