import AttachmentKit

/// Fetches the media of one push and says where each file is, or why there is none.
@main
struct Embed {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: embed IMAGE-URL CACHE-DIRECTORY [ALLOWED-ORIGIN]")
            return
        }
        var policy = CachePolicy()
        policy.network.allowOrigins = Array(arguments.dropFirst(3))

        let fetcher = try AttachmentFetcher(policy: policy, cache: arguments[2])
        let payload = #"{"aps": {"alert": "Hello", "mutable-content": 1}, "image-url": "\#(arguments[1])"}"#
        let result = try await fetcher.fetch(payload, deadline: .after(.seconds(10)))

        for attachment in result.attachments {
            if attachment.state == .ready {
                let copy = try await fetcher.materialize(attachment, to: arguments[2] + "-copies")
                print("ready: \(copy)")
            } else if let reason = attachment.reason {
                print("\(attachment.state.rawValue): \(reason.message); \(reason.remedy)")
            }
        }
        await fetcher.shutdown()
    }
}
