/// A response turned into the steps that a stream performs, as `ResponsePlan` does for HTTP/1.1.
///
/// Points in the head come before it: it goes as a whole. A raw head has no meaning here, and no framing either but its
/// length: a declared one is told, that of a truthful body too, and unfinished or broken chunks end with the connection.
struct HTTP2Plan {
    enum Step {
        /// HEADERS, with END_STREAM where no body follows.
        case head([OriginHeader], endsStream: Bool)
        /// DATA, as the windows allow.
        case send([OriginBody.Piece])
        /// DATA in portions, waiting before each.
        case drip([OriginBody.Piece], ScriptedResponse.Pace)
        /// DATA of this over and over.
        case repeatForever(OriginBody.Piece)
        /// An empty DATA frame with END_STREAM.
        case end
        case perform(ScriptedResponse.Action)
    }

    private(set) var steps: [Step] = []
    let endsWithCloseNotify: Bool

    init(_ response: ScriptedResponse, to request: OriginRequest) {
        endsWithCloseNotify = response.endsWithCloseNotify
        let hasBody = request.method != "HEAD" && response.status != 204 && response.status != 304
        steps += response.interruptionsInHead.map { .perform($0.action) }
        let isWhole = response.body.count == 0 && response.interruptionsInBody.isEmpty && !response.framing.isUnfinished
        steps.append(.head(Self.fields(response), endsStream: !hasBody || isWhole))
        if hasBody, !isWhole { addBody(response) }
    }

    private static func fields(_ response: ScriptedResponse) -> [OriginHeader] {
        var fields = [OriginHeader(":status", "\(response.status)")] + response.headers
        switch response.framing {
        case .contentLength where response.status != 204 && response.status != 304:
            if let count = response.body.count { fields.append(OriginHeader("content-length", "\(count)")) }
        case .declaredLength(let count): fields.append(OriginHeader("content-length", "\(count)"))
        default: break
        }
        return fields
    }

    private mutating func addBody(_ response: ScriptedResponse) {
        var rest = response.body.pieces
        var sent = 0
        for (offset, action) in response.interruptionsInBody {
            let (before, after) = rest.split(at: offset - sent)
            add(before, pace: response.pace)
            steps.append(.perform(action))
            sent += before.byteCount
            rest = after
        }
        add(rest, pace: response.pace)
        if let tail = response.body.endlessTail { steps.append(.repeatForever(tail)) }
        steps.append(response.framing.isUnfinished ? .perform(.close) : .end)
    }

    private mutating func add(_ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace?) {
        guard !pieces.isEmpty else { return }
        steps.append(pace.map { .drip(pieces, $0) } ?? .send(pieces))
    }
}

extension ScriptedResponse.Framing {
    /// Whether the body has no proper end.
    fileprivate var isUnfinished: Bool {
        switch self {
        case .brokenChunks, .unfinishedChunks: true
        case .contentLength, .declaredLength, .chunked, .untilClose, .asWritten: false
        }
    }
}
