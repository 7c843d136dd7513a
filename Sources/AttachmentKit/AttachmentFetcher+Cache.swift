import AttachmentDomain
import AttachmentStore
import AttachmentThreads
import AttachmentURL

extension AttachmentFetcher {
    /// Forgets all that the cache knows of a URL: its responses, its failures, what interrupted transfers
    /// left, and that its origin asked to be left alone. The
    /// media stay for the other URLs and the pushes that lead to them.
    ///
    /// At once, in all processes that share the cache: what a fetch that began before brings is not stored, and nobody joins
    /// it any more.
    ///
    /// - Returns: whether anything was known.
    /// - Throws: ``AttachmentError`` of kind `request` for what is no URL, of kind `cache` where the cache cannot be used.
    @discardableResult
    public func purge(_ url: String) async throws(AttachmentError) -> Bool {
        let parsed: RequestURL
        do throws(URLFault) {
            parsed = try RequestURL.parse(url)
        } catch {
            throw AttachmentError(.request, error.finding)
        }
        do throws(StoreError) {
            return try await core.store.purge(parsed.cacheKeyText, origin: "\(parsed.origin)")
        } catch {
            throw AttachmentError(.cache, error.finding)
        }
    }
}
