import Glibc

/// A small HTTP/1.1 origin on loopback, with or without TLS, that answers as a test tells it, well or badly. Over TLS it
/// can speak HTTP/2 instead, from the same scripts; there a handler that blocks holds up its connection.
///
/// A thread for each connection, blocking sockets, keep-alive. It is fast enough to stand behind benchmarks: an honest
/// response is one system call and copies no body. Start it, use `url(_:)`, look at `requests`, `stop()` it; a forgotten
/// one stops when it is released.
public final class ScriptedOrigin: Sendable {
    /// Decides on the answer to a request. Called on the connection's own thread, several at a time; may block.
    public typealias Handler = @Sendable (OriginRequest) -> ScriptedResponse

    /// The port it listens on.
    public var port: Int { server.socket.port }
    /// The address it listens on, 127.0.0.1 unless told.
    public let host: String

    private let server: OriginServer
    private let scheme: String

    /// Listens and answers with `handler`.
    ///
    /// - Parameters:
    ///   - host: an address of this machine: 127.x.y.z to look like another host, ::1 for IPv6.
    ///   - port: 0 for one that the system chooses.
    ///   - tls: how it speaks TLS; nil for plain HTTP.
    ///   - keepsRequests: whether `requests` is filled; benchmarks go without. Counts are kept in any case.
    /// - Throws: what `bind` says, as when the port is taken.
    public init(
        host: String = "127.0.0.1", port: Int = 0, tls: TLSServing? = nil, keepsRequests: Bool = true,
        handler: @escaping Handler
    ) throws(SystemFault) {
        // A client that has gone is seen by the result of writev, not by a signal that ends the test process.
        signal(SIGPIPE, SIG_IGN)
        self.host = host
        scheme = tls == nil ? "http" : "https"
        let secure: TLSServer? = if let tls { try TLSServer(tls) } else { nil }
        let socket = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_STREAM.rawValue), backlog: 1024)
        server = OriginServer(socket: socket, tls: secure, keepsRequests: keepsRequests, handler: handler)
        let server = server
        server.log.withLock { $0.isAccepting = true }
        startThread { server.acceptAll() }
    }

    /// Listens and answers each path (without its query) with its response, all else with 404.
    public convenience init(
        host: String = "127.0.0.1", port: Int = 0, tls: TLSServing? = nil, routes: [String: ScriptedResponse]
    ) throws(SystemFault) {
        try self.init(host: host, port: port, tls: tls) { routes[$0.path] ?? .status(404) }
    }

    deinit {
        server.stop()
    }

    /// `http://HOST:PORT` or, over TLS, `https://HOST:PORT`, without a slash at the end: what `--allow-origin` takes.
    public var origin: String { origin(as: host) }

    /// The same by another name for the host, one that leads here: `localhost`, or what a test's name server knows.
    public func origin(as host: String) -> String {
        "\(scheme)://\(hostAndPort(host, port))"
    }

    /// The URL of a target, which begins with a slash.
    public func url(_ target: String) -> String { origin + target }

    /// All requests so far, in the order of their arrival.
    public var requests: [OriginRequest] { server.log.value.requests }

    /// How many requests have come for a path, whatever their method and query.
    public func count(of path: String) -> Int { server.log.value.counts[path] ?? 0 }

    /// How many requests have come.
    public var requestCount: Int { server.log.value.total }

    /// How many connections have been opened.
    public var connectionCount: Int { server.log.value.accepted }

    /// How many connections are open now.
    public var openConnectionCount: Int { server.log.value.connections.count }

    /// Suspends until at least `count` requests for `path` have come.
    public func arrivals(of path: String, count: Int = 1) async {
        await server.log.reached { $0.counts[path, default: 0] >= count }
    }

    /// Suspends until at least so many connections have been opened.
    public func connections(_ count: Int = 1) async {
        await server.log.reached { $0.accepted >= count }
    }

    /// Suspends until no connection is open: all clients have gone.
    public func allClosed() async {
        await server.log.reached { $0.connections.isEmpty }
    }

    /// Closes the listener and every connection, stalled or not, and returns when their threads have let go. A handler
    /// that blocks by itself must be released first. Stopping twice changes nothing.
    public func stop() {
        server.stop()
    }
}
