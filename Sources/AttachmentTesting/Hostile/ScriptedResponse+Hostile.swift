/// What several hostile routes need.
extension ScriptedResponse {
    /// Resets the connection behind so many bytes of the body once they have reached the client: a reset that overtakes
    /// them would take them away.
    func resetOnceDelivered(after bytes: Int) -> ScriptedResponse {
        pausing(50, at: .body(bytes)).reset(at: .body(bytes))
    }

    /// Runs this too when the response is over.
    func finally(_ body: @escaping @Sendable () -> Void) -> ScriptedResponse {
        var copy = self
        let earlier = completion
        copy.completion = {
            earlier?()
            body()
        }
        return copy
    }

    /// With a Date unless it has one.
    func dated() -> ScriptedResponse {
        if headers.contains(where: { $0.name == "Date" }) { return self }
        var copy = self
        copy.headers.insert(OriginHeader("Date", httpDate(unixSeconds())), at: 0)
        return copy
    }

    /// The body with a length that may be another, and the connection closed behind it without a word.
    static func lying(_ body: OriginBody, type: String, length: Int) -> ScriptedResponse {
        ok(body, type: type).header("Content-Length", "\(length)").framed(.asWritten(staysOpen: false))
    }

    /// A page of one sentence.
    static func page(_ text: String, status: Int) -> ScriptedResponse {
        ScriptedResponse(status: status, body: OriginBody("<html><body>\(text)</body></html>\n".utf8))
            .header("Content-Type", "text/html")
    }
}
