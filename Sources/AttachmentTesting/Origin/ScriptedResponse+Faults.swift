/// The ways in which a response misbehaves. Each gives a changed copy, so they can be combined.
extension ScriptedResponse {
    /// Falls silent at that point until the client goes or the origin stops.
    public func stalling(at point: Point) -> ScriptedResponse {
        interrupted(at: point, by: .stall)
    }

    /// Waits at that point until the gate is opened, then goes on.
    public func held(by gate: Gate, at point: Point = .beforeFirstByte) -> ScriptedResponse {
        interrupted(at: point, by: .hold(gate))
    }

    /// Resets the connection at that point.
    public func reset(at point: Point) -> ScriptedResponse {
        interrupted(at: point, by: .reset)
    }

    /// Closes the connection in good manners at that point: with a length, a body that is too short.
    public func cut(at point: Point) -> ScriptedResponse {
        interrupted(at: point, by: .close)
    }

    /// Over TLS the connection, whenever it ends, ends without close_notify: the client cannot tell whether it was cut
    /// (RFC 8446 section 6.1). Changes nothing without TLS.
    public func withoutCloseNotify() -> ScriptedResponse {
        var copy = self
        copy.endsWithCloseNotify = false
        return copy
    }

    /// Sends the body (and the head where told) in small portions with a pause before each.
    public func dripping(bytes: Int, every milliseconds: Int, includingHead: Bool = false) -> ScriptedResponse {
        precondition(bytes > 0, "a drip of no bytes never ends")
        var copy = self
        copy.pace = Pace(bytes: bytes, milliseconds: milliseconds, includesHead: includingHead)
        return copy
    }

    /// Sends the head in small portions with a pause before each, and then the body at once.
    public func drippingHead(bytes: Int, every milliseconds: Int) -> ScriptedResponse {
        var copy = dripping(bytes: bytes, every: milliseconds, includingHead: true)
        copy.pace?.includesBody = false
        return copy
    }

    /// Waits so long at that point, then goes on.
    public func pausing(_ milliseconds: Int, at point: Point) -> ScriptedResponse {
        interrupted(at: point, by: .pause(milliseconds: milliseconds))
    }

    /// Sends an interim response before the head: `100 Continue`, `103 Early Hints`.
    public func after(interim status: Int, headers: [OriginHeader] = []) -> ScriptedResponse {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        var copy = self
        copy.interim = interim + OriginBody("HTTP/1.1 \(status) \(reasonPhrase(status))\r\n\(lines)\r\n".utf8)
        return copy
    }

    /// Ends the body in that way.
    public func framed(_ framing: Framing) -> ScriptedResponse {
        var copy = self
        copy.framing = framing
        return copy
    }

    /// Sends this in place of status line and headers: include the empty line at the end, or leave it out.
    public func withRawHead(_ head: OriginBody) -> ScriptedResponse {
        var copy = self
        copy.rawHead = head
        return copy
    }

    /// `Content-Encoding: gzip` with the body packed, stored and not made smaller.
    public func gzipped() -> ScriptedResponse {
        var copy = header("Content-Encoding", "gzip")
        copy.body = OriginBody(Gzip.stored(body.array))
        return copy
    }

    public func interrupted(at point: Point, by action: Action) -> ScriptedResponse {
        var copy = self
        copy.interruptions.append(Interruption(point: point, action: action))
        return copy
    }
}
