/// One request and its answer on an HTTP/2 connection.
struct HTTP2Stream {
    /// What keeps a stream from going on.
    enum Wait {
        /// Nothing: it has more to do at once.
        case nothing
        /// The client's windows are full.
        case window
        case gate(Gate)
        case until(ContinuousClock.Instant)
        /// It does nothing any more.
        case forever
    }

    let number: Int
    /// What has come of the request so far.
    var request: HTTP2RequestParts
    /// How many bytes the client takes on this stream.
    var window: Int
    /// What is still to be done; nil while the request is not complete.
    var steps: [HTTP2Plan.Step]?
    /// When the next portion of a drip is due, or a pause is over.
    var due: ContinuousClock.Instant?
    /// Whether it has been counted at the gate that is its next step.
    var hasArrived = false

    init(number: Int, window: Int, request: HTTP2RequestParts) {
        self.number = number
        self.window = window
        self.request = request
    }

    mutating func finishStep() {
        steps?.removeFirst()
        due = nil
        hasArrived = false
    }

    mutating func replaceStep(by step: HTTP2Plan.Step) {
        steps?[0] = step
        due = nil
    }
}

/// A request as its frames bring it.
struct HTTP2RequestParts {
    var fields: [OriginHeader]
    var body: [UInt8] = []

    /// The same as HTTP/1.1 would have it: `:authority` is the Host header.
    var request: OriginRequest {
        let headers = fields.compactMap { field in
            switch field.name {
            case ":authority": OriginHeader("host", field.value)
            case let name where name.hasPrefix(":"): nil
            default: field
            }
        }
        return OriginRequest(
            method: value(":method") ?? "", target: value(":path") ?? "", headers: headers, body: body)
    }

    private func value(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }
}
