import Glibc

@testable import AttachmentTesting

/// A client as raw as possible: the tests look at bytes, not at what a library makes of them.
final class LoopbackClient: Sendable {
    let descriptor: Int32

    init(host: String = "127.0.0.1", port: Int) throws {
        descriptor = try beginConnecting(host: host, port: port)
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) {
        _ = text.utf8CString.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, text.utf8.count, 0) }
    }

    func send(bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, 0)
    }

    func get(_ target: String, _ method: String = "GET", headers: String = "") {
        send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
    }

    /// Everything up to the end of the stream, and the error that ended it, 0 for none.
    func rest() async -> (text: String, fault: Int32) {
        let (bytes, fault) = await restBytes()
        return (String(decoding: bytes, as: UTF8.self), fault)
    }

    /// Everything up to the end of the stream.
    func bytes() async -> [UInt8] { await restBytes().bytes }

    /// Everything up to the end of the stream, and the error that ended it, 0 for none.
    func restBytes() async -> (bytes: [UInt8], fault: Int32) {
        await onOwnThread { [self] in
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let got = recv(descriptor, &buffer, buffer.count, 0)
                guard got > 0 else { return (all, got < 0 ? errno : 0) }
                all += buffer[..<got]
            }
        }
    }

    /// Exactly so many bytes, or fewer when the stream ends.
    func read(_ count: Int) async -> String {
        // recv(2) of no bytes would wait for one.
        guard count > 0 else { return "" }
        return await onOwnThread { [self] in
            var all = [UInt8](repeating: 0, count: count)
            let got = recv(descriptor, &all, count, Int32(MSG_WAITALL))
            return String(decoding: all[..<max(got, 0)], as: UTF8.self)
        }
    }

    /// One request on a connection of its own, read to the end.
    static func exchange(_ origin: ScriptedOrigin, _ target: String, method: String = "GET") async throws -> String {
        let client = try LoopbackClient(port: origin.port)
        client.get(target, method, headers: "Connection: close\r\n")
        return await client.rest().text
    }
}
