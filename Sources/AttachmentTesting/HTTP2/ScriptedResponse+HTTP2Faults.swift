/// The ways to misbehave that only HTTP/2 has.
extension ScriptedResponse {
    /// Ends the stream at that point by RST_STREAM; others on the connection go on. Over HTTP/1.1 the connection is reset.
    public func resettingStream(at point: Point, _ code: HTTP2Code) -> ScriptedResponse {
        interrupted(at: point, by: .resetStream(code))
    }

    /// Sends GOAWAY at that point and closes the connection. Over HTTP/1.1 it is just closed.
    ///
    /// - Parameter refused: whether it says that this request was not looked at and may be sent again.
    public func goingAway(
        at point: Point, _ code: HTTP2Code = .noError, refused: Bool = false
    ) -> ScriptedResponse {
        interrupted(at: point, by: .goAway(code, refused: refused))
    }
}
