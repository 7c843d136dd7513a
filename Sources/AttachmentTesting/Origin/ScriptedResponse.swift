/// What an origin answers, good or bad: a value that the connection plays.
///
/// Starts as an honest response; the methods of `ScriptedResponse+Faults` bend it.
public struct ScriptedResponse: Sendable {
    /// How the client learns where the body ends (RFC 9112 section 6).
    public enum Framing: Hashable, Sendable {
        /// `Content-Length`, truthful. An endless body gets `untilClose` instead.
        case contentLength
        /// `Content-Length` with this value whatever the body has; the connection is closed after the body.
        case declaredLength(Int)
        /// Chunks of this many bytes, ended properly.
        case chunked(bytes: Int)
        /// One chunk, then a line that is no chunk size, then the connection is closed.
        case brokenChunks
        /// Chunks of this many bytes and the connection closed without the last, empty one.
        case unfinishedChunks(bytes: Int)
        /// Neither length nor chunks: the body ends with the connection.
        case untilClose
        /// The body as it stands, with whatever headers the response has; the connection stays or is closed unannounced.
        case asWritten(staysOpen: Bool)
    }

    /// A place in the response, counted in bytes before any framing.
    public enum Point: Hashable, Sendable {
        /// Nothing has been sent.
        case beforeFirstByte
        /// So many bytes of status line and headers have been sent.
        case head(Int)
        /// The head and so many bytes of the body have been sent.
        case body(Int)
    }

    /// What happens at a point.
    public enum Action: Sendable {
        /// Silence until the client goes or the origin stops.
        case stall
        /// Silence until the test opens the gate.
        case hold(Gate)
        /// Silence for so long, or until the client goes.
        case pause(milliseconds: Int)
        /// The connection is reset (RST).
        case reset
        /// The connection is closed (FIN).
        case close
        /// The stream of HTTP/2 is ended by RST_STREAM; an HTTP/1.1 connection is reset.
        case resetStream(HTTP2Code)
        /// GOAWAY is sent and the connection closed; an HTTP/1.1 connection is closed. A refused request was not looked
        /// at.
        case goAway(HTTP2Code, refused: Bool)
    }

    /// Slow sending.
    public struct Pace: Hashable, Sendable {
        /// Bytes sent at a time.
        public var bytes: Int
        /// Milliseconds between them.
        public var milliseconds: Int
        /// Whether the head drips too.
        public var includesHead: Bool
        /// Whether the body drips.
        public var includesBody = true
    }

    struct Interruption: Sendable {
        var point: Point
        var action: Action
    }

    public var status: Int
    public var headers: [OriginHeader]
    public var body: OriginBody
    public var framing = Framing.contentLength
    public var pace: Pace?
    /// Sent in place of status line and headers, as it stands.
    public var rawHead: OriginBody?
    /// Sent before the head and counted as a part of it: interim responses (RFC 9110 section 15.2).
    public var interim = OriginBody.empty
    /// Called once the response has been played or the client has gone.
    public var completion: (@Sendable () -> Void)?
    /// Whether the connection, when it ends after or within this response, ends with close_notify. Matters to TLS alone.
    public var endsWithCloseNotify = true
    var interruptions: [Interruption] = []

    public init(status: Int = 200, headers: [OriginHeader] = [], body: OriginBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// 200 with this body and Content-Type.
    public static func ok(_ body: OriginBody, type: String? = nil) -> ScriptedResponse {
        let response = ScriptedResponse(body: body)
        return type.map { response.header("Content-Type", $0) } ?? response
    }

    /// 200 with these bytes and Content-Type; they are copied on each call, so make it once for large ones.
    public static func ok(_ bytes: [UInt8], type: String? = nil) -> ScriptedResponse {
        ok(OriginBody(bytes), type: type)
    }

    /// That status with a short HTML page, as servers send it.
    public static func status(_ status: Int) -> ScriptedResponse {
        let page = "<!DOCTYPE html><html><title>\(status)</title><p>\(reasonPhrase(status))</p></html>\n"
        return ScriptedResponse(status: status, body: OriginBody(page.utf8)).header("Content-Type", "text/html")
    }

    /// A redirect to `location`, sent as it stands.
    public static func redirect(to location: String, status: Int = 302) -> ScriptedResponse {
        ScriptedResponse(status: status).header("Location", location)
    }

    /// 304 without a body.
    public static let notModified = ScriptedResponse(status: 304)

    /// The same with one more header; existing ones of that name stay.
    public func header(_ name: String, _ value: String) -> ScriptedResponse {
        var copy = self
        copy.headers.append(OriginHeader(name, value))
        return copy
    }
}
