import AttachmentDomain
import AttachmentStore
import AttachmentThreads
import AttachmentURL

extension AttachmentFetcher {
    /// Forgets all that the cache knows of a URL: its responses, its failures, and what interrupted transfers left. The
    /// media stay for the other URLs and the pushes that lead to them.
    ///
    /// At once, in all processes that share the cache: what a fetch that began before brings is not stored, and nobody joins
    /// it any more.
    ///
    /// - Returns: whether anything was known.
    /// - Throws: ``AttachmentError`` of kind `request` for what is no URL, of kind `cache` where the cache cannot be used.
    @discardableResult
    public func purge(_ url: String) async throws(AttachmentError) -> Bool {
        let key: String
        do throws(URLFault) {
            key = try RequestURL.parse(url).cacheKeyText
        } catch {
            throw AttachmentError(.request, error.finding)
        }
        do throws(StoreError) {
            return try await core.store.purge(key)
        } catch {
            throw AttachmentError(.cache, error.finding)
        }
    }
}
