import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct ResponsePlanTests {
    /// The steps in words: bytes as text, actions by name.
    private func steps(_ response: ScriptedResponse, method: String = "GET", staysOpen: Bool = true) -> [String] {
        let request = OriginRequest(method: method, target: "/", staysOpen: staysOpen)
        return ResponsePlan(response.withRawHead("HEAD|"), to: request).steps.map { step in
            switch step {
            case .send(let pieces): text(pieces)
            case .drip(let pieces, let pace): "drip \(pace.bytes)/\(pace.milliseconds) \(text(pieces))"
            case .repeatForever(let piece): "forever \(text([piece]))"
            case .perform(.stall): "stall"
            case .perform(.hold): "hold"
            case .perform(.pause(let milliseconds)): "pause \(milliseconds)"
            case .perform(.reset): "reset"
            case .perform(.close): "close"
            case .perform(.resetStream(let code)): "reset stream \(code)"
            case .perform(.goAway(let code, _)): "go away \(code)"
            }
        }
    }

    private func text(_ pieces: [OriginBody.Piece]) -> String {
        String(decoding: OriginBody(pieces: pieces).array, as: UTF8.self)
    }

    @Test func `given an honest response, when planned, then it is one step and the connection stays`() {
        #expect(steps(.ok("body")) == ["HEAD|body"])
        #expect(steps(.ok("body"), staysOpen: false) == ["HEAD|body", "close"])
        #expect(steps(.ok("body"), method: "HEAD") == ["HEAD|"])
        #expect(steps(.notModified) == ["HEAD|"])
    }

    @Test(arguments: [
        (ScriptedResponse.Point.beforeFirstByte, ["stall", "HEAD|body"]),
        (.head(2), ["HE", "stall", "AD|body"]),
        (.body(0), ["HEAD|", "stall", "body"]),
        (.body(3), ["HEAD|bod", "stall", "y"]),
        (.body(4), ["HEAD|body", "stall"]),
        (.body(99), ["HEAD|body", "stall"]),
    ])
    func `given an interruption, when planned, then it stands at its point`(
        point: ScriptedResponse.Point, expected: [String]
    ) {
        #expect(steps(.ok("body").stalling(at: point)) == expected)
    }

    @Test(arguments: [
        (ScriptedResponse.Framing.chunked(bytes: 3), ["HEAD|3\r\nbod\r\n1\r\ny\r\n0\r\n\r\n"]),
        (.unfinishedChunks(bytes: 4), ["HEAD|4\r\nbody\r\n", "close"]),
        (.brokenChunks, ["HEAD|4\r\nbody\r\nthis is no chunk size\r\n", "close"]),
        (.untilClose, ["HEAD|body", "close"]),
        (.declaredLength(9), ["HEAD|body", "close"]),
        (.asWritten(staysOpen: true), ["HEAD|body"]),
        (.asWritten(staysOpen: false), ["HEAD|body", "close"]),
    ])
    func `given a framing, when planned, then the body goes so over the wire`(
        framing: ScriptedResponse.Framing, expected: [String]
    ) {
        #expect(steps(.ok("body").framed(framing)) == expected)
    }

    @Test func `given several faults, when planned, then they come in the order of their points`() {
        let gate = Gate()
        let response = ScriptedResponse.ok("body").reset(at: .body(3)).held(by: gate, at: .body(1))
        #expect(steps(response) == ["HEAD|b", "hold", "od", "reset", "y"])
    }

    @Test func `given a drip, when planned, then the head drips only if told`() {
        #expect(steps(.ok("body").dripping(bytes: 2, every: 5)) == ["HEAD|", "drip 2/5 body"])
        #expect(
            steps(.ok("body").dripping(bytes: 2, every: 5, includingHead: true))
                == ["drip 2/5 HEAD|", "drip 2/5 body"])
    }

    @Test func `given a drip of the head, when planned, then the body comes at once`() {
        #expect(steps(.ok("body").drippingHead(bytes: 2, every: 5)) == ["drip 2/5 HEAD|", "body"])
    }

    @Test func `given interim responses and a pause, when planned, then they stand before the head`() {
        let response = ScriptedResponse.ok("body").after(interim: 100)
            .after(interim: 103, headers: [OriginHeader("Link", "x")]).pausing(7, at: .beforeFirstByte)
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        #expect(steps(response) == ["pause 7", interim + "HEAD|body"])
    }

    @Test func `given an endless body, when planned, then it has no length and no end`() {
        let response = ScriptedResponse.ok(.endless(SharedBytes("ab".utf8), after: "start-"))
        #expect(steps(response) == ["HEAD|start-", "forever ab", "close"])
        #expect(response.body.count == nil)
    }
}
