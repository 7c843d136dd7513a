import AttachmentDomain
import AttachmentStore

/// The `cache` commands; `stats` and `path` are here.
enum CacheCommand {
    static let stats = CommandEntry(
        words: ["cache", "stats"], operands: "", count: 0...0, help: "print the figures of the cache", run: stats)
    static let path = CommandEntry(
        words: ["cache", "path"], operands: "DIGEST", count: 1...1, help: "print the path of a file by its digest",
        run: path)

    private static func stats(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let stats = try invocation.withStore { store throws(StoreError) in try store.stats() }
        guard invocation.settings.format != .text else {
            invocation.context.output.write(text(of: stats))
            return .done
        }
        let printer = ResultPrinter(invocation.context.output, format: invocation.settings.format, isList: false)
        try printer.print(stats)
        return .done
    }

    private static func text(of stats: CacheStats) -> String {
        """
        objects   \(stats.objects.grouped) of \(stats.bytes.grouped) bytes, limit \(stats.maxBytes.grouped)
        pinned    \(stats.pinnedObjects.grouped) of \(stats.pinnedBytes.grouped) bytes
        use       \(stats.hits.grouped) hits, \(stats.misses.grouped) misses, \(stats.evictions.grouped) evictions
        urls      \(stats.urls.grouped), failing \(stats.negativeUrls.grouped)
        pushes    \(stats.pushes.grouped)

        """
    }

    /// Keeps the object from eviction for an hour, so that the path can be used. A cache that one may only read gives no
    /// lease and evicts nothing: its path is as good.
    private static func lease(_ digest: Digest, of store: MediaStore, _ invocation: Invocation) {
        let leased = onTask { () async throws(StoreError) in try await store.lease([digest], seconds: 3600) }
        if case .failure(let error) = leased, invocation.settings.isVerbose {
            invocation.tell("no lease on \(digest): \(error.explanation)")
        }
    }

    /// The path alone; exit 1 when the cache does not hold the object.
    private static func path(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let text = invocation.operands[0]
        guard let digest = Digest(text) else {
            throw Refusal(
                Finding(
                    .usage, "\"\(text)\" is no digest", remedy: "write sha256: and 64 hexadecimal digits, or the digits"
                ),
                .usage)
        }
        let object = try invocation.withStore { store throws(StoreError) in
            let object = try store.object(digest)
            if object != nil {
                lease(digest, of: store, invocation)
            }
            return object
        }
        guard let object else {
            throw Refusal(
                Finding(.inputNotFound, "the cache holds no object \(digest)", remedy: "fetch its URL first"), .notReady
            )
        }
        invocation.context.output.write("\(object.path)\n")
        return .done
    }
}
