/// A name server on loopback that answers as a test tells it, or not at all. What is too long for a datagram of the
/// client comes over TCP, as clients ask for it then.
public final class NameServer: Sendable {
    /// What a name leads to.
    public enum Answer: Sendable {
        /// These addresses, IPv4 and IPv6 in text; a question of one family gets those of that family, maybe none.
        /// Clients may keep them for so many seconds; 0 makes them ask each time.
        case addresses([String], timeToLive: UInt32 = 0)
        /// CNAME: the name is another one's alias, that of the next, and so on; the last has the answer.
        indirect case alias([String], of: Answer)
        /// NXDOMAIN.
        case noSuchName
        /// SERVFAIL.
        case serverFailure
        /// REFUSED.
        case refused
        /// Nothing is sent back.
        case silence
        /// The first bytes of an answer.
        indirect case cut(after: Int, Answer)
        /// The identifier of the question, without which a client takes it for a stranger's, and then these bytes.
        case garbage([UInt8])
        /// Nothing is sent back until the gate opens; other questions wait too.
        indirect case held(Gate, then: Answer)
    }

    /// Decides on the answer to a question. Called on the server's thread.
    public typealias Handler = @Sendable (DNSQuestion) -> Answer

    private struct Log: Sendable {
        var questions: [DNSQuestion] = []
        var isServing = true
    }

    private let socket: NamePort
    private let log = Monitor(Log())
    private let end = Gate()

    /// Answers with `handler`.
    ///
    /// - Parameter port: 0 for one that the system chooses.
    public init(host: String = "127.0.0.1", port: Int = 0, handler: @escaping Handler) throws(SystemFault) {
        self.host = host
        socket = try NamePort(host: host, port: port)
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

    /// The address it listens on.
    public let host: String

    /// The port it listens on, for UDP and TCP.
    public var port: Int { socket.number }

    /// `HOST:PORT`, as `network.dnsServers` of a policy takes it.
    public var address: String { hostAndPort(host, port) }

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

    private static func serve(_ socket: NamePort, log: Monitor<Log>, end: Gate, handler: Handler) {
        while let exchange = socket.next(unlessOpened: end) {
            var asked = exchange.query.question
            asked.isOverTCP = exchange.isOverTCP
            let arrived = asked
            let question = log.withLock { log in
                var question = arrived
                question.ordinal += log.questions.count { $0.name == arrived.name && $0.type == arrived.type }
                log.questions.append(question)
                return question
            }
            if let bytes = bytes(of: handler(question), to: exchange, end: end) { exchange.send(bytes) }
        }
    }

    /// - Returns: nil where nothing is to be sent.
    private static func bytes(of answer: Answer, to exchange: NameExchange, end: Gate) -> [UInt8]? {
        switch answer {
        case .silence: return nil
        case .garbage(let bytes): return exchange.query.identifier + bytes
        case .cut(let count, let whole):
            return bytes(of: whole, to: exchange, end: end).map { Array($0.prefix(count)) }
        case .held(let gate, let then):
            guard gate.pass(unlessOpened: end) else { return nil }
            return bytes(of: then, to: exchange, end: end)
        case .addresses, .alias, .noSuchName, .serverFailure, .refused:
            var reply = DNSReply(query: exchange.query)
            reply.fill(answer)
            return reply.bytes(limit: exchange.limit)
        }
    }
}

extension DNSReply {
    /// Takes over what an answer says; nothing from one that is no reply at all.
    fileprivate mutating func fill(_ answer: NameServer.Answer) {
        switch answer {
        case .addresses(let texts, let timeToLive):
            addresses = texts.map(checkedAddress).filter { query.question.type.fits($0) }
            self.timeToLive = timeToLive
        case .alias(let names, let last):
            aliases += names
            fill(last)
        case .noSuchName: code = .noSuchName
        case .serverFailure: code = .serverFailure
        case .refused: code = .refused
        case .silence, .cut, .garbage, .held: break
        }
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
