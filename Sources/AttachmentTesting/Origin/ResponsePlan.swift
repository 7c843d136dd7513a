/// A response turned into the steps that a connection performs: pure, so that every script is tested without a socket.
struct ResponsePlan {
    enum Step {
        /// Send these bytes as fast as the client takes them.
        case send([OriginBody.Piece])
        /// Send these bytes in portions, waiting before each.
        case drip([OriginBody.Piece], ScriptedResponse.Pace)
        /// Send this over and over until the client goes.
        case repeatForever(OriginBody.Piece)
        case perform(ScriptedResponse.Action)
    }

    private(set) var steps: [Step] = []
    /// Whether another request may follow on the connection.
    let staysOpen: Bool
    /// Whether the connection, when it ends, ends with close_notify.
    let endsWithCloseNotify: Bool

    init(_ response: ScriptedResponse, to request: OriginRequest) {
        let framing = Self.effectiveFraming(response)
        endsWithCloseNotify = response.endsWithCloseNotify
        staysOpen = request.staysOpen && framing.leavesConnectionUsable
        let hasBody = request.method != "HEAD" && response.status != 204 && response.status != 304
        addHead(response, framing: framing)
        if hasBody { addBody(response, framing: framing) }
        if !staysOpen { steps.append(.perform(.close)) }
    }

    private static func effectiveFraming(_ response: ScriptedResponse) -> ScriptedResponse.Framing {
        response.body.endlessTail != nil && response.framing == .contentLength ? .untilClose : response.framing
    }

    // MARK: Head

    private mutating func addHead(_ response: ScriptedResponse, framing: ScriptedResponse.Framing) {
        let announcesEnd = !staysOpen && framing != .asWritten(staysOpen: false)
        let head =
            response.rawHead?.pieces
            ?? [OriginBody.Piece(text: Self.head(response, framing: framing, announcesEnd: announcesEnd))]
        let pace = response.pace?.includesHead == true ? response.pace : nil
        var rest = response.interim.pieces + head
        var sent = 0
        for (offset, action) in response.interruptionsInHead {
            let (before, after) = rest.split(at: offset - sent)
            add(before, pace: pace)
            steps.append(.perform(action))
            sent += before.byteCount
            rest = after
        }
        add(rest, pace: pace)
    }

    private static func head(
        _ response: ScriptedResponse, framing: ScriptedResponse.Framing, announcesEnd: Bool
    ) -> String {
        var text = "HTTP/1.1 \(response.status) \(reasonPhrase(response.status))\r\n"
        text.reserveCapacity(256)
        for header in response.headers {
            text += header.name
            text += ": "
            text += header.value
            text += "\r\n"
        }
        switch framing {
        case .contentLength where response.status != 204 && response.status != 304:
            text += "Content-Length: \(response.body.count ?? 0)\r\n"
        case .declaredLength(let count):
            text += "Content-Length: \(count)\r\n"
        case .chunked, .brokenChunks, .unfinishedChunks:
            text += "Transfer-Encoding: chunked\r\n"
        case .contentLength, .untilClose, .asWritten:
            break
        }
        return text + (announcesEnd ? "Connection: close\r\n\r\n" : "\r\n")
    }

    // MARK: Body

    private mutating func addBody(_ response: ScriptedResponse, framing: ScriptedResponse.Framing) {
        let pace = response.pace?.includesBody == true ? response.pace : nil
        var rest = response.body.pieces
        var sent = 0
        for (offset, action) in response.interruptionsInBody {
            let (before, after) = rest.split(at: offset - sent)
            add(framing.frame(before), pace: pace)
            steps.append(.perform(action))
            sent += before.byteCount
            rest = after
        }
        add(framing.frame(rest), pace: pace)
        if let tail = response.body.endlessTail {
            addEndless(framing.frame([tail]), pace: pace)
        }
        add(framing.ending, pace: nil)
    }

    private mutating func addEndless(_ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace?) {
        let joined = OriginBody.Piece(bytes: SharedBytes(OriginBody(pieces: pieces).array), range: 0..<pieces.byteCount)
        guard let pace else {
            steps.append(.repeatForever(joined))
            return
        }
        // Enough for an hour at one portion a millisecond: no test waits for its end.
        let repetitions = max(1, 3_600_000 * pace.bytes / joined.count)
        add([OriginBody.Piece](repeating: joined, count: min(repetitions, 100_000)), pace: pace)
    }

    /// Neighbouring bytes join into one step, so that an honest response is one system call.
    private mutating func add(_ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace?) {
        guard !pieces.isEmpty else { return }
        if let pace {
            steps.append(.drip(pieces, pace))
        } else if case .send(let earlier) = steps.last {
            steps[steps.count - 1] = .send(earlier + pieces)
        } else {
            steps.append(.send(pieces))
        }
    }
}

extension ScriptedResponse.Framing {
    /// Whether the client knows where the body ends, so that another request may follow.
    var leavesConnectionUsable: Bool {
        switch self {
        case .contentLength, .chunked: true
        case .asWritten(let staysOpen): staysOpen
        case .declaredLength, .brokenChunks, .unfinishedChunks, .untilClose: false
        }
    }

    /// The bytes as they go over the wire.
    func frame(_ pieces: [OriginBody.Piece]) -> [OriginBody.Piece] {
        switch self {
        case .contentLength, .declaredLength, .untilClose, .asWritten: pieces
        case .chunked(let bytes), .unfinishedChunks(let bytes): Self.chunks(pieces, of: bytes)
        case .brokenChunks: Self.chunks(pieces, of: max(1, pieces.byteCount))
        }
    }

    /// What closes the body.
    var ending: [OriginBody.Piece] {
        switch self {
        case .chunked: [OriginBody.Piece(text: "0\r\n\r\n")]
        case .brokenChunks: [OriginBody.Piece(text: "this is no chunk size\r\n")]
        case .contentLength, .declaredLength, .unfinishedChunks, .untilClose, .asWritten: []
        }
    }

    private static func chunks(_ pieces: [OriginBody.Piece], of bytes: Int) -> [OriginBody.Piece] {
        precondition(bytes > 0, "an empty chunk ends the body")
        var rest = pieces
        var framed: [OriginBody.Piece] = []
        while !rest.isEmpty {
            let (chunk, after) = rest.split(at: bytes)
            framed.append(OriginBody.Piece(text: String(chunk.byteCount, radix: 16) + "\r\n"))
            framed += chunk
            framed.append(OriginBody.Piece(text: "\r\n"))
            rest = after
        }
        return framed
    }
}

extension ScriptedResponse {
    /// The interruptions before the head is complete, by offset in the head.
    var interruptionsInHead: [(offset: Int, action: Action)] {
        interruptions.compactMap { interruption in
            switch interruption.point {
            case .beforeFirstByte: (0, interruption.action)
            case .head(let bytes): (bytes, interruption.action)
            case .body: nil
            }
        }
        .sorted { $0.offset < $1.offset }
    }

    /// The interruptions once the head has been sent, by offset in the body.
    var interruptionsInBody: [(offset: Int, action: Action)] {
        interruptions.compactMap { interruption in
            guard case .body(let bytes) = interruption.point else { return nil }
            return (bytes, interruption.action)
        }
        .sorted { $0.offset < $1.offset }
    }
}
