import CTesting
import Glibc

/// A small HTTP/1.1 origin on loopback that answers as a test tells it, well or badly.
///
/// A thread for each connection, blocking sockets, keep-alive. It is fast enough to stand behind benchmarks: an honest
/// response is one system call and copies no body. Start it, use `url(_:)`, look at `requests`, `stop()` it; a forgotten
/// one stops when it is released.
public final class ScriptedOrigin: Sendable {
    /// Decides on the answer to a request. Called on the connection's own thread, several at a time; may block.
    public typealias Handler = @Sendable (OriginRequest) -> ScriptedResponse

    /// The port it listens on.
    public var port: Int { server.socket.port }
    /// The IPv4 address it listens on, 127.0.0.1 unless told.
    public let host: String

    private let server: OriginServer

    /// Listens and answers with `handler`.
    ///
    /// - Parameters:
    ///   - host: an IPv4 address of this machine, 127.x.y.z to look like another host.
    ///   - port: 0 for one that the system chooses.
    ///   - keepsRequests: whether `requests` is filled; benchmarks go without. Counts are kept in any case.
    /// - Throws: what `bind` says, as when the port is taken.
    public init(
        host: String = "127.0.0.1", port: Int = 0, keepsRequests: Bool = true, handler: @escaping Handler
    ) throws(SystemFault) {
        // A client that has gone is seen by the result of writev, not by a signal that ends the test process.
        signal(SIGPIPE, SIG_IGN)
        self.host = host
        let socket = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_STREAM.rawValue), backlog: 1024)
        server = OriginServer(socket: socket, keepsRequests: keepsRequests, handler: handler)
        let server = server
        server.log.withLock { $0.isAccepting = true }
        startThread { server.acceptAll() }
    }

    /// Listens and answers each path (without its query) with its response, all else with 404.
    public convenience init(
        host: String = "127.0.0.1", port: Int = 0, routes: [String: ScriptedResponse]
    ) throws(SystemFault) {
        try self.init(host: host, port: port) { routes[$0.path] ?? .status(404) }
    }

    deinit {
        server.stop()
    }

    /// `http://HOST:PORT`, without a slash at the end: what `--allow-origin` takes.
    public var origin: String { "http://\(host):\(port)" }

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

/// What the threads of an origin share.
private final class OriginServer: Sendable {
    struct Log: Sendable {
        var requests: [OriginRequest] = []
        var counts: [String: Int] = [:]
        var total = 0
        var accepted = 0
        var connections: Set<Int32> = []
        var isAccepting = false
        var isStopped = false
    }

    let socket: LoopbackSocket
    let log = Monitor(Log())
    private let keepsRequests: Bool
    private let handler: ScriptedOrigin.Handler

    init(socket: LoopbackSocket, keepsRequests: Bool, handler: @escaping ScriptedOrigin.Handler) {
        self.socket = socket
        self.keepsRequests = keepsRequests
        self.handler = handler
    }

    func stop() {
        log.withLock { log in
            log.isStopped = true
            // Ends the accept in progress and all that read, write or poll; each thread then closes its own descriptor.
            shutdown(socket.descriptor, Int32(SHUT_RDWR))
            for connection in log.connections {
                shutdown(connection, Int32(SHUT_RDWR))
            }
        }
        log.wait { $0.connections.isEmpty && !$0.isAccepting }
    }

    func acceptAll() {
        while true {
            let connection = attach_testing_accept(socket.descriptor)
            if connection >= 0 {
                begin(connection)
            } else if errno == EMFILE || errno == ENFILE || errno == ECONNABORTED || errno == EINTR {
                poll(nil, 0, 10)
            } else {
                break
            }
        }
        log.withLock { $0.isAccepting = false }
    }

    private func begin(_ connection: Int32) {
        let number: Int? = log.withLock { log in
            guard !log.isStopped else { return nil }
            log.connections.insert(connection)
            log.accepted += 1
            return log.accepted
        }
        guard let number else {
            close(connection)
            return
        }
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        startThread { self.serve(connection, number: number) }
    }

    private func serve(_ connection: Int32, number: Int) {
        var reader = RequestReader(connection: connection)
        let sender = ResponseSender(connection: connection)
        while var request = reader.next() {
            note(&request, connection: number)
            let response = handler(request)
            defer { response.completion?() }
            guard sender.perform(ResponsePlan(response, to: request)) else { break }
        }
        log.withLock { log in
            log.connections.remove(connection)
            close(connection)
        }
    }

    private func note(_ request: inout OriginRequest, connection: Int) {
        request.connection = connection
        let path = request.path
        let arrived = request
        request.ordinal = log.withLock { log in
            log.total += 1
            let ordinal = log.counts[path, default: 0] + 1
            log.counts[path] = ordinal
            if keepsRequests {
                var noted = arrived
                noted.ordinal = ordinal
                log.requests.append(noted)
            }
            return ordinal
        }
    }
}
