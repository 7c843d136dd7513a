import CTesting
import Glibc

/// A port on which a name server is asked, by datagram or by stream.
final class NamePort: Sendable {
    private let datagrams: LoopbackSocket
    private let streams: LoopbackSocket

    /// - Parameter port: 0 for one that the system chooses.
    init(host: String, port: Int) throws(SystemFault) {
        var attempts = 0
        while true {
            attempts += 1
            let datagrams = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_DGRAM.rawValue), backlog: nil)
            do throws(SystemFault) {
                streams = try LoopbackSocket(
                    host: host, port: datagrams.port, kind: Int32(SOCK_STREAM.rawValue), backlog: 64)
                self.datagrams = datagrams
                return
            } catch {
                // What is free for datagrams may be taken for streams: the system chooses another.
                guard port == 0, error.number == EADDRINUSE, attempts < 100 else { throw error }
            }
        }
    }

    var number: Int { datagrams.port }

    /// Blocks until somebody asks.
    ///
    /// - Returns: nil once the gate is open.
    func next(unlessOpened end: Gate) -> NameExchange? {
        while let descriptor = readable([datagrams.descriptor, streams.descriptor], unlessOpened: end) {
            let isStream = descriptor == streams.descriptor
            if let exchange = isStream ? accept(unlessOpened: end) : receive() { return exchange }
        }
        return nil
    }

    private func receive() -> NameExchange? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var got = 0
        let peer = SocketAddress { address, length in
            got = recvfrom(datagrams.descriptor, &buffer, buffer.count, 0, address, length)
            return got
        }
        guard let peer, let query = DNSQuery(Array(buffer[..<got])) else { return nil }
        return NameExchange(query: query, way: .datagram(datagrams.descriptor, peer))
    }

    /// One question a connection: more are not needed here, and clients take it.
    private func accept(unlessOpened end: Gate) -> NameExchange? {
        let connection = attach_testing_accept(streams.descriptor)
        guard connection >= 0 else { return nil }
        let stream = NameStream(connection)
        guard let length = stream.read(2, unlessOpened: end),
            let bytes = stream.read(Int(length[0]) << 8 | Int(length[1]), unlessOpened: end)
        else { return nil }
        return DNSQuery(bytes).map { NameExchange(query: $0, way: .stream(stream)) }
    }
}

/// A question that has come, and the way back.
struct NameExchange {
    enum Way {
        case datagram(Int32, SocketAddress)
        case stream(NameStream)
    }

    let query: DNSQuery
    let way: Way

    var isOverTCP: Bool {
        if case .stream = way { true } else { false }
    }

    /// How long an answer may be.
    var limit: Int { isOverTCP ? 65_535 : query.largestDatagram }

    /// Sends these bytes back.
    func send(_ bytes: [UInt8]) {
        switch way {
        case .datagram(let socket, let peer):
            // A lost datagram is part of UDP; the client asks again.
            peer.with { _ = sendto(socket, bytes, bytes.count, 0, $0, $1) }
        case .stream(let stream):
            stream.write([UInt8(bytes.count >> 8 & 0xFF), UInt8(bytes.count & 0xFF)] + bytes)
        }
    }
}

/// A connection to a name server, closed when it is released.
final class NameStream: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Exactly so many bytes; nil when the client goes, or the gate opens.
    func read(_ count: Int, unlessOpened end: Gate) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            guard readable([descriptor], unlessOpened: end) != nil else { return nil }
            let got = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + filled, count - filled, 0) }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    /// Answers are shorter than the socket's buffer.
    func write(_ bytes: [UInt8]) {
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// Blocks until one of them can be read. Returns nil once the gate is open.
private func readable(_ descriptors: [Int32], unlessOpened end: Gate) -> Int32? {
    var watched = ([end.descriptor] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, nfds_t(watched.count), -1) < 0 {}
    guard watched[0].revents == 0 else { return nil }
    return watched.first { $0.revents != 0 }?.fd
}
