import Glibc
import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct NameServerTests {
    /// A query for one name as a resolver writes it, and the answer's code and addresses.
    private func ask(_ server: NameServer, _ name: String, type: UInt8) async -> (code: UInt8, addresses: [[UInt8]])? {
        let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        let query: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + labels + [0, 0, type, 0, 1]
        let port = server.port
        let reply: [UInt8] = await onOwnThread { exchange(query, port: port) }
        guard reply.prefix(2) == [0x12, 0x34] else { return nil }
        let length = type == 1 ? 4 : 16
        let addresses = (0..<Int(reply[7])).map { index in
            let end = query.count + (index + 1) * (12 + length)
            return Array(reply[(end - length)..<end])
        }
        return (reply[3] & 0x0F, addresses)
    }

    @Test func `given a table, when names are asked for, then addresses of the family come, or NXDOMAIN`() async throws
    {
        let server = try NameServer(table: ["media.example": .addresses(["192.0.2.1", "192.0.2.2", "2001:db8::1"])])
        let four = await ask(server, "Media.Example", type: 1)
        #expect(four?.addresses == [[192, 0, 2, 1], [192, 0, 2, 2]])
        let six = await ask(server, "media.example", type: 28)
        #expect(six?.addresses == [[0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]])
        #expect(await ask(server, "other.example", type: 1)?.code == 3)
        #expect(server.questions.map(\.name) == ["media.example", "media.example", "other.example"])
        #expect(server.count(of: "media.example") == 2)
        server.stop()
    }

    @Test func `given changing answers, when asked twice, then the second differs`() async throws {
        let server = try NameServer { .addresses([$0.ordinal == 1 ? "192.0.2.1" : "127.0.0.1"]) }
        #expect(await ask(server, "rebind.example", type: 1)?.addresses == [[192, 0, 2, 1]])
        #expect(await ask(server, "rebind.example", type: 1)?.addresses == [[127, 0, 0, 1]])
    }

    @Test func `given faults, when asked, then their codes come`() async throws {
        let server = try NameServer(table: ["a": .serverFailure, "b": .refused])
        #expect(await ask(server, "a", type: 1)?.code == 2)
        #expect(await ask(server, "b", type: 1)?.code == 5)
    }

    @Test func `given a held answer, when the gate opens, then it comes`() async throws {
        let gate = Gate()
        let server = try NameServer(table: ["a": .held(gate, then: .addresses(["192.0.2.1"]))])
        async let answer = ask(server, "a", type: 1)
        await gate.arrivals()
        gate.open()
        #expect(await answer?.addresses == [[192, 0, 2, 1]])
    }

    @Test func `given a silent server, when asked, then it notes the question and stops at once`() async throws {
        let server = try NameServer.silent()
        let socket = try LoopbackSocket(host: "127.0.0.1", port: 0, kind: Int32(SOCK_DGRAM.rawValue), backlog: nil)
        send([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1], from: socket.descriptor, port: server.port)
        await server.arrivals()
        #expect(server.questions == [DNSQuestion(name: "a", type: .a)])
        server.stop()
    }
}

extension NameServerTests {
    /// The reply to a question for `a`, as it comes.
    private func reply(_ server: NameServer, options: [UInt8] = []) async -> [UInt8] {
        let query: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + [1, 97, 0, 0, 1, 0, 1] + options
        let port = server.port
        return await onOwnThread { exchange(query, port: port) }
    }

    @Test func `given a time to live, when asked, then it stands in the record`() async throws {
        let server = try NameServer(table: ["a": .addresses(["192.0.2.1"], timeToLive: 0x0102_0304)])
        #expect(await reply(server).suffix(10) == [1, 2, 3, 4, 0, 4, 192, 0, 2, 1])
        let fresh = try NameServer(table: ["a": .addresses(["192.0.2.1"])])
        #expect(await reply(fresh).suffix(10) == [0, 0, 0, 0, 0, 4, 192, 0, 2, 1])
    }

    @Test func `given aliases, when asked, then each leads to the next and the last to the address`() async throws {
        let server = try NameServer(table: ["a": .alias(["b", "c"], of: .addresses(["192.0.2.1"]))])
        let reply = await reply(server)
        #expect(reply[7] == 3)
        #expect(
            reply.dropFirst(19) == [
                0xC0, 12, 0, 5, 0, 1, 0, 0, 0, 0, 0, 3, 1, 98, 0,
                1, 98, 0, 0, 5, 0, 1, 0, 0, 0, 0, 0, 3, 1, 99, 0,
                1, 99, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1,
            ])
    }

    @Test func `given a cut reply and garbage, when asked, then just these bytes come`() async throws {
        let whole = NameServer.Answer.addresses(["192.0.2.1"])
        let cut = try NameServer(table: ["a": .cut(after: 30, whole)])
        #expect(await reply(cut).count == 30)
        let garbage = try NameServer(table: ["a": .garbage([0xFF, 0xFF])])
        #expect(await reply(garbage) == [0x12, 0x34, 0xFF, 0xFF])
    }

    @Test func `given very many addresses, when they pass a datagram, then they come over TCP`() async throws {
        let addresses = (0..<1000).map { "10.0.\($0 / 256).\($0 % 256)" }
        let server = try NameServer(table: ["a": .addresses(addresses)])
        let short = await reply(server)
        #expect(short.count == 19)
        #expect(short[2] == 0x87)
        let roomy = await reply(server, options: [0, 0, 41, 0x40, 0, 0, 0, 0, 0, 0, 0])
        #expect(roomy.count == 19 + 16_000)
        let client = try LoopbackClient(port: server.port)
        client.send(bytes: [0, 19, 0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1])
        let long = await client.bytes()
        #expect(long.count == 2 + 19 + 16_000)
        #expect(long.suffix(4) == [10, 0, 3, 231])
        #expect(server.questions.map(\.isOverTCP) == [false, false, true])
        server.stop()
    }

    @Test func `given IPv6, when the server listens there, then its address says so`() throws {
        let server = try NameServer(host: "::1", table: [:])
        #expect(server.address == "[::1]:\(server.port)")
        server.stop()
    }
}

private func exchange(_ query: [UInt8], port: Int) -> [UInt8] {
    guard let socket = try? LoopbackSocket(host: "127.0.0.1", port: 0, kind: Int32(SOCK_DGRAM.rawValue), backlog: nil)
    else { return [] }
    send(query, from: socket.descriptor, port: port)
    var reply = [UInt8](repeating: 0, count: 65_536)
    let got = recv(socket.descriptor, &reply, reply.count, 0)
    return Array(reply[..<max(got, 0)])
}

private func send(_ bytes: [UInt8], from socket: Int32, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = sendto(socket, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
