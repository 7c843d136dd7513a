import Glibc
import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct ListenerTests {
    @Test func `given a silent listener, when a client connects, then it is accepted and hears nothing`() async throws {
        let listener = try SilentListener()
        let client = try LoopbackClient(port: listener.port)
        await listener.connections()
        #expect(isConnected(client.descriptor))
        listener.stop()
        #expect(await client.rest().text == "")
        listener.stop()
    }

    @Test func `given a full backlog, when a client connects, then it never gets through`() throws {
        let listener = try FullBacklogListener()
        let client = try beginConnecting(host: "127.0.0.1", port: listener.port)
        defer { close(client) }
        #expect(!isConnected(client))
    }
}
