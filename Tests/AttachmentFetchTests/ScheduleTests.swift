import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Random schedules: whatever origins and callers do, each transfer ends in time, with its own bytes, and gives back
/// its slot.
@Suite(.timeLimit(.minutes(5)))
struct ScheduleTests {
    static func media(_ path: String) -> [UInt8] {
        let number = Int(path.split(separator: "/").last ?? "") ?? 0
        return [UInt8](repeating: UInt8(truncatingIfNeeded: number * 7 + 1), count: 300 + number % 40 * 997)
    }

    static func answer(_ request: OriginRequest, _ targets: [String]) -> ScriptedResponse {
        var body = media(request.path)
        var whole = ScriptedResponse.ok(body).header("ETag", "\"\(request.path)\"")
        if let range = request.header("Range"), request.header("If-Range") == "\"\(request.path)\"",
            Int.random(in: 0..<4) > 0,
            let from = Int(range.dropFirst(6).dropLast()), from < body.count
        {
            whole = ScriptedResponse.ok(Array(body[from...])).header("ETag", "\"\(request.path)\"")
            whole.status = 206
            whole = whole.header("Content-Range", "bytes \(from)-\(body.count - 1)/\(body.count)")
            body = Array(body[from...])
        }
        let at = Int.random(in: 0...body.count)
        switch Int.random(in: 0..<24) {
        case 0: return whole.cut(at: .body(at))
        case 1: return whole.reset(at: .body(at))
        case 2: return whole.reset(at: .beforeFirstByte)
        case 3: return whole.cut(at: .beforeFirstByte)
        case 4: return whole.stalling(at: .body(at))
        case 5: return whole.stalling(at: .beforeFirstByte)
        case 6: return ScriptedResponse.status(429).header("Retry-After", "0")
        case 7: return .status(503)
        case 8, 9, 10: return .redirect(to: targets.randomElement()! + request.path)
        case 11: return whole.pausing(Int.random(in: 0..<200), at: .body(at))
        case 12: return whole.framed(.chunked(bytes: 333))
        case 13: return whole.framed(.unfinishedChunks(bytes: 333))
        case 14: return ScriptedResponse(status: 404, body: OriginBody(body)).stalling(at: .body(at))
        case 15: return whole.interrupted(at: .body(at), by: .resetStream(.refusedStream))
        case 16: return whole.interrupted(at: .beforeFirstByte, by: .goAway(.noError, refused: true))
        case 17: return whole.dripping(bytes: 700, every: 5)
        case 18: return whole.gzipped()
        default: return whole
        }
    }

    /// Answers at once, later, twice, or never.
    private static let consult: FetchRequest.Consult = { _, answer in
        switch Int.random(in: 0..<8) {
        case 0: return
        case 1...3: answer(.ask(nil, nil))
        case 4:
            answer(.ask(nil, nil))
            startThread { answer(.ask(nil, nil)) }
        default: startThread { answer(.ask(nil, nil)) }
        }
    }

    @Test func `given random schedules, when all have ended, then each had its own bytes in time`() async throws {
        let directory = try TemporaryDirectory()
        let authority = try TestAuthority()
        let file = try directory.write(authority.pem, to: "ca.pem")
        let certificate = try authority.certificate(for: [
            "127.0.0.1", "127.0.0.2", "127.0.0.3", "a.example.com", "b.example.com",
        ])
        let targets = Monitor<[String]>([])
        let handler: ScriptedOrigin.Handler = { request in
            if request.path.hasPrefix("/calm") {
                return .ok(Self.media(request.path)).pausing(100, at: .beforeFirstByte)
            }
            return Self.answer(request, targets.withLock { $0 })
        }
        let plain = try ScriptedOrigin(handler: handler)
        let secure = try ScriptedOrigin(host: "127.0.0.2", tls: TLSServing(certificate: certificate), handler: handler)
        let modern = try ScriptedOrigin(
            host: "127.0.0.3", tls: TLSServing(certificate: certificate, application: .http2), handler: handler)
        let twin = try ScriptedOrigin(
            host: "127.0.0.1", port: modern.port, tls: TLSServing(certificate: certificate, application: .http2),
            handler: handler)
        let hanging = try ScriptedOrigin(
            host: "127.0.0.4", tls: TLSServing(certificate: certificate).handshake(.stalled), handler: handler)
        defer { for origin in [plain, secure, modern, twin, hanging] { origin.stop() } }
        let server = try NameServer { question in
            switch Int.random(in: 0..<12) {
            case 0: .serverFailure
            case 1: .silence
            case 2...6: .addresses(["127.0.0.3"])
            default: .addresses(["127.0.0.1", "127.0.0.3"])
            }
        }
        defer { server.stop() }
        let origins = [
            plain.origin, secure.origin, modern.origin, modern.origin(as: "a.example.com"),
            modern.origin(as: "b.example.com"),
        ]
        targets.withLock { $0 = origins + [hanging.origin] }
        let harness = try FetchHarness(allowing: origins + [hanging.origin]) {
            $0.caFile = file
            $0.dnsServers = [server.address]
            $0.connectSeconds = 0.6
            $0.maxAttempts = 3
            $0.maxConnections = 12
            $0.maxConnectionsPerHost = 3
            $0.stallSeconds = 1
        }
        defer { harness.fetcher.shutdown() }
        let codes = Monitor<[String: Int]>([:])
        let late = Monitor<[Double]>([])
        let wrong = Monitor<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<60 {
                group.addTask {
                    var part: PartialBody?
                    for round in 0..<12 {
                        let number = worker * 12 + (part == nil ? round : 0)
                        let path = "/" + (part?.url.text.split(separator: "/").last.map(String.init) ?? "\(number)")
                        let url = (Bool.random() ? origins : targets.withLock { $0 }).randomElement()! + path
                        let seconds = Double.random(in: 0.02...2.5)
                        let given = part
                        part = nil
                        let cancels = Int.random(in: 0..<5) == 0
                        let start = ContinuousClock.now
                        let task = Task {
                            try await harness.fetch(url, within: seconds) {
                                $0.memoryLimit = Bool.random() ? 1000 : 1 << 20
                                $0.part = given
                                if Bool.random() { $0.consult = Self.consult }
                                if Int.random(in: 0..<8) == 0 { $0.notBefore = .now.advanced(by: .milliseconds(30)) }
                            }
                        }
                        if cancels {
                            try? await Task.sleep(for: .seconds(Double.random(in: 0...seconds)))
                            task.cancel()
                        }
                        guard let result = try? await task.value else { continue }
                        let took = start.duration(to: .now) / .seconds(1)
                        if took > seconds + 0.3 { late.withLock { $0.append(took - seconds) } }
                        switch result {
                        case .success(let response):
                            codes.withLock { $0["ok\(response.redirects)", default: 0] += 1 }
                            if response.body.bytes != Self.media(path) {
                                wrong.withLock {
                                    $0.append(
                                        "\(url) \(response.body.count) of \(Self.media(path).count) \(response.finalURL)"
                                    )
                                }
                            }
                        case .failure(let fault):
                            codes.withLock { $0["\(fault.code)", default: 0] += 1 }
                            part = fault.part
                            if let part {
                                codes.withLock { $0["part", default: 0] += 1 }
                                let bytes: [UInt8] =
                                    switch part.content {
                                    case .memory(let bytes): bytes
                                    case .spooled(let spool): (spool as? MemorySpool)?.bytes.value ?? []
                                    }
                                if Int64(bytes.count) != part.bytes
                                    || bytes != Array(Self.media(path).prefix(bytes.count))
                                {
                                    wrong.withLock { $0.append("part \(url) \(bytes.count) \(part.bytes)") }
                                }
                                if case .spooled(let spool) = part.content,
                                    (spool as? MemorySpool)?.isDiscarded.value == true
                                {
                                    wrong.withLock { $0.append("part discarded") }
                                }
                            }
                        }
                    }
                }
            }
        }
        print(codes.value.sorted { $0.key < $1.key }, "late", late.value.sorted().suffix(5))
        #expect(wrong.value == [])
        #expect(late.value.count == 0)
        // No slot was lost: 3 for each of 3 hosts are used at once.
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for origin in origins.prefix(3) {
                for number in 0..<9 {
                    group.addTask { _ = try? await harness.fetch(origin + "/calm/\(number)", within: 10).get() }
                }
            }
        }
        print("calm took", start.duration(to: .now))
        #expect(start.duration(to: .now) < .seconds(1.2))
    }
}
