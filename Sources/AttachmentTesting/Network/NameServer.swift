import Glibc

/// A name server on loopback UDP that answers as a test tells it, or not at all.
public final class NameServer: Sendable {
    /// What a name leads to.
    public enum Answer: Sendable {
        /// These addresses, IPv4 and IPv6 in text; a question of one family gets those of that family, maybe none.
        case addresses([String])
        /// NXDOMAIN.
        case noSuchName
        /// SERVFAIL.
        case serverFailure
        /// REFUSED.
        case refused
        /// Nothing is sent back.
        case silence
        /// Nothing is sent back until the gate opens; other questions wait too.
        indirect case held(Gate, then: Answer)
    }

    /// Decides on the answer to a question. Called on the server's thread.
    public typealias Handler = @Sendable (DNSQuestion) -> Answer

    private struct Log: Sendable {
        var questions: [DNSQuestion] = []
        var isServing = true
    }

    private let socket: LoopbackSocket
    private let log = Monitor(Log())
    private let end = Gate()

    /// Answers with `handler`.
    ///
    /// - Parameter port: 0 for one that the system chooses.
    public init(host: String = "127.0.0.1", port: Int = 0, handler: @escaping Handler) throws(SystemFault) {
        self.host = host
        socket = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_DGRAM.rawValue), backlog: nil)
        let (socket, log, end) = (socket, log, end)
        startThread {
            Self.serve(socket, log: log, end: end, handler: handler)
            log.withLock { $0.isServing = false }
        }
    }

    /// Answers from a table of names in lower case without a dot at the end; all others get NXDOMAIN.
    public convenience init(host: String = "127.0.0.1", port: Int = 0, table: [String: Answer]) throws(SystemFault) {
        try self.init(host: host, port: port) { table[$0.name] ?? .noSuchName }
    }

    /// Takes every question and answers none: resolving stalls.
    public static func silent(host: String = "127.0.0.1", port: Int = 0) throws(SystemFault) -> NameServer {
        try NameServer(host: host, port: port) { _ in .silence }
    }

    deinit {
        end.open()
    }

    /// The IPv4 address it listens on.
    public let host: String

    /// The UDP port it listens on.
    public var port: Int { socket.port }

    /// `HOST:PORT`, as `network.dnsServers` of a policy takes it.
    public var address: String { "\(host):\(port)" }

    /// All questions so far, in the order of their arrival.
    public var questions: [DNSQuestion] { log.value.questions }

    /// How many questions for that name have come, of any type.
    public func count(of name: String) -> Int {
        questions.count { $0.name == name }
    }

    /// Suspends until so many questions have come.
    public func arrivals(_ count: Int = 1) async {
        await log.reached { $0.questions.count >= count }
    }

    /// Ends the server and returns when its thread has let go. Stopping twice changes nothing.
    public func stop() {
        end.open()
        log.wait { !$0.isServing }
    }

    private static func serve(_ socket: LoopbackSocket, log: Monitor<Log>, end: Gate, handler: Handler) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while waitForQuery(socket, end: end) {
            var peer = sockaddr_storage()
            guard let query = receive(from: socket, into: &buffer, peer: &peer) else { continue }
            let asked = query.question
            let question = log.withLock { log in
                var question = asked
                question.ordinal += log.questions.count { $0.name == asked.name && $0.type == asked.type }
                log.questions.append(question)
                return question
            }
            answer(handler(question), to: query, by: socket, peer: peer, end: end)
        }
    }

    /// - Returns: false once the server is to end.
    private static func waitForQuery(_ socket: LoopbackSocket, end: Gate) -> Bool {
        var watched = [
            pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&watched, 2, -1) < 0 {}
        return watched[0].revents == 0
    }

    private static func answer(
        _ answer: Answer, to query: DNSQuery, by socket: LoopbackSocket, peer: sockaddr_storage, end: Gate
    ) {
        var reply = DNSReply(query: query)
        switch answer {
        case .addresses(let addresses):
            reply.addresses = addresses.map(checkedAddress).filter { query.question.type.fits($0) }
        case .noSuchName: reply.code = .noSuchName
        case .serverFailure: reply.code = .serverFailure
        case .refused: reply.code = .refused
        case .silence: return
        case .held(let gate, let then):
            guard gate.pass(unlessOpened: end) else { return }
            return Self.answer(then, to: query, by: socket, peer: peer, end: end)
        }
        send(reply.bytes, by: socket, to: peer)
    }
}

extension DNSQuestion.RecordType {
    /// Whether an address of that length answers a question of this type.
    func fits(_ address: [UInt8]) -> Bool {
        self == (address.count == 4 ? .a : .aaaa)
    }
}

private func checkedAddress(_ text: String) -> [UInt8] {
    guard let bytes = addressBytes(text) else { preconditionFailure("\(text) is no address") }
    return bytes
}

private func receive(from socket: LoopbackSocket, into buffer: inout [UInt8], peer: inout sockaddr_storage) -> DNSQuery?
{
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let got = withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            recvfrom(socket.descriptor, &buffer, buffer.count, 0, $0, &length)
        }
    }
    return got > 0 ? DNSQuery(Array(buffer[..<got])) : nil
}

private func send(_ bytes: [UInt8], by socket: LoopbackSocket, to peer: sockaddr_storage) {
    withUnsafePointer(to: peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            // A lost datagram is part of UDP; the client asks again.
            _ = sendto(socket.descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
