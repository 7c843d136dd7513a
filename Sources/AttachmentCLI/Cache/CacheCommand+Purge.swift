import AttachmentDomain
import AttachmentStore
import AttachmentURL

// `cache purge`: at once in all processes, and for what is under way.
extension CacheCommand {
    static let purge = CommandEntry(
        words: ["cache", "purge"], operands: "URL", count: 1...1,
        help: "forget what is known of a URL, its failures too; at once, in all processes", run: purge)

    private static func purge(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let url = try target(invocation.operands[0])
        let key = url.cacheKeyText
        let (known, isKnown) = try invocation.withStore { store throws(StoreError) in
            let known = try store.knowledge(of: key, origin: "\(url.origin)")
            let purged = onTask { () async throws(StoreError) in try await store.purge(key, origin: "\(url.origin)") }
            return (known, try purged.get())
        }
        let what = isKnown ? "forgot \(forgotten(known)) of" : "nothing was known of"
        invocation.tell("\(what) \(url.redacted)")
        if invocation.settings.isVerbose { tellMore(of: known, invocation) }
        return .done
    }

    private static func target(_ text: String) throws(Refusal) -> RequestURL {
        do throws(URLFault) {
            return try RequestURL.parse(text)
        } catch {
            let message = "\"\(RequestURL.redact(text))\" is no URL to purge: \(error.explanation)"
            throw Refusal(UsageFault.badURL(Finding(error.code, message, remedy: error.remedy)))
        }
    }

    /// As `2 responses and a failure (http-status)`.
    private static func forgotten(_ known: URLKnowledge) -> String {
        var things: [String] = []
        if !known.responses.isEmpty {
            things.append(known.responses.count == 1 ? "a response" : "\(known.responses.count) responses")
        }
        if let failure = known.failure { things.append("a failure (\(failure.code.rawValue))") }
        if known.isUncacheable { things.append("the note that nothing of it may be stored") }
        if known.pause != nil { things.append("the wait that its origin asked for") }
        return things.isEmpty ? "what an interrupted transfer left" : things.joined(separator: " and ")
    }

    private static func tellMore(of known: URLKnowledge, _ invocation: Invocation) {
        for digest in Set(known.responses.compactMap(\.digest)) {
            invocation.tell("\(digest) stays in the cache for other URLs and for pushes, until it is evicted")
        }
    }
}
