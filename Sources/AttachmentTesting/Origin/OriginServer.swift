import CTesting
import Glibc

/// What the threads of an origin share.
final class OriginServer: Sendable {
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
    private let tls: TLSServer?
    private let keepsRequests: Bool
    private let handler: ScriptedOrigin.Handler

    init(
        socket: LoopbackSocket, tls: TLSServer?, keepsRequests: Bool, handler: @escaping ScriptedOrigin.Handler
    ) {
        self.socket = socket
        self.tls = tls
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
        if let wire = wire(on: connection) {
            switch tls?.serving.application {
            case .http2: answerStreams(on: wire, number: number)
            case .http1, nil: answerAll(on: wire, number: number)
            }
        }
        log.withLock { log in
            log.connections.remove(connection)
            close(connection)
        }
    }

    private func wire(on connection: Int32) -> Wire? {
        guard let tls else { return .plain(connection) }
        return tls.session(on: connection).map { .tls(connection, $0) }
    }

    private func answerAll(on wire: Wire, number: Int) {
        let serverName = wire.serverName
        var reader = RequestReader(wire: wire)
        let sender = ResponseSender(wire: wire)
        while var request = reader.next() {
            request.serverName = serverName
            note(&request, connection: number)
            let response = handler(request)
            defer { response.completion?() }
            guard sender.perform(ResponsePlan(response, to: request)) else { break }
        }
        wire.end()
    }

    private func answerStreams(on wire: Wire, number: Int) {
        let serverName = wire.serverName
        let connection = HTTP2Connection(wire: wire) { request in
            var request = request
            request.serverName = serverName
            self.note(&request, connection: number)
            return self.handler(request)
        }
        connection.serve()
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
