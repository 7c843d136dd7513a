import Glibc
import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct ScriptedOriginTests {
    @Test func `given a route, when it is asked for, then status, headers and body come and the request is noted`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/a.jpg": .ok("bytes", type: "image/jpeg").header("ETag", "\"1\"")])
        let answer = try await LoopbackClient.exchange(origin, "/a.jpg?x=1")
        #expect(
            answer == """
                HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nETag: "1"\r\nContent-Length: 5\r\n\
                Connection: close\r\n\r\nbytes
                """)
        let request = try #require(origin.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/a.jpg?x=1")
        #expect(request.parameter("x") == "1")
        #expect(request.header("host") == "test")
        #expect(origin.count(of: "/a.jpg") == 1)
        origin.stop()
    }

    @Test func `given an unknown path, when it is asked for, then 404 with a page comes`() async throws {
        let origin = try ScriptedOrigin(routes: [:])
        #expect(try await LoopbackClient.exchange(origin, "/none").hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test func `given a kept connection, when two requests come, then both are answered on it`() async throws {
        let origin = try ScriptedOrigin { request in .ok(OriginBody("\(request.ordinal)".utf8)) }
        let client = try LoopbackClient(port: origin.port)
        client.get("/a")
        client.get("/a")
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
        #expect(await client.read(2 * answer.utf8.count + 2) == "\(answer)1\(answer)2")
        #expect(origin.requests.map(\.connection) == [1, 1])
        #expect(origin.connectionCount == 1)
        origin.stop()
        #expect(origin.openConnectionCount == 0)
    }

    @Test func `given HEAD, when the body is known, then its length comes without it`() async throws {
        let origin = try ScriptedOrigin(routes: ["/a": .ok("bytes")])
        let answer = try await LoopbackClient.exchange(origin, "/a", method: "HEAD")
        #expect(answer == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
    }

    @Test func `given a request with a body, when it is read, then the next request is found behind it`() async throws {
        let origin = try ScriptedOrigin(routes: ["/a": .ok("")])
        let client = try LoopbackClient(port: origin.port)
        client.get("/a", "POST", headers: "Content-Length: 3\r\n")
        client.send("xyz")
        client.get("/a", headers: "Connection: close\r\n")
        _ = await client.rest()
        #expect(origin.requests.map(\.body) == [Array("xyz".utf8), []])
    }

    @Test func `given a URL of 64 KB, when it is asked for, then it arrives whole`() async throws {
        let origin = try ScriptedOrigin { .ok(OriginBody("\($0.target.utf8.count)".utf8)) }
        let answer = try await LoopbackClient.exchange(origin, "/" + String(repeating: "a", count: 65_535))
        #expect(answer.hasSuffix("\r\n65536"))
    }

    @Test func `given a taken port, when an origin wants it, then the error names it`() throws {
        let origin = try ScriptedOrigin(routes: [:])
        let fault = try #require(throws: SystemFault.self) { try ScriptedOrigin(port: origin.port, routes: [:]) }
        #expect(fault.number == EADDRINUSE)
        #expect(fault.call.hasSuffix("127.0.0.1:\(origin.port)"))
    }

    @Test func `given a file, when it is served in ranges, then its bytes are mapped, not copied`() async throws {
        let directory = try TemporaryDirectory()
        let bytes = try SharedBytes(contentsOf: directory.write("0123456789", to: "digits"))
        let origin = try ScriptedOrigin(routes: ["/": .ok(OriginBody(shared: bytes, range: 2..<5))])
        #expect(try await LoopbackClient.exchange(origin, "/").hasSuffix("\r\n\r\n234"))
    }

    @Test func `given both families, when origins share a port, then each answers on its own`() async throws {
        let four = try ScriptedOrigin(routes: ["/": .ok("four")])
        let six = try ScriptedOrigin(host: "::1", port: four.port, routes: ["/": .ok("six")])
        #expect(six.url("/") == "http://[::1]:\(four.port)/")
        let client = try LoopbackClient(host: "::1", port: four.port)
        client.get("/", headers: "Connection: close\r\n")
        #expect(await client.rest().text.hasSuffix("six"))
        #expect(try await LoopbackClient.exchange(four, "/").hasSuffix("four"))
    }
}
