/// All that the cache knows of one URL at one moment.
public struct URLKnowledge: Sendable {
    /// Its responses, one for each variant, the newest first by their Date, else by their arrival.
    public var responses: [StoredResponse]
    /// A remembered failure, whether or not its time is over.
    public var failure: StoredFailure?
    /// Whether its answers may not be stored, as was seen lately.
    public var isUncacheable: Bool
    /// Set while its origin asks to be left alone.
    public var pause: OriginPause?
    /// How many purges the cache has seen. It is given along with what is stored of a fetch that begins now, so that a
    /// purge meanwhile keeps the answer out.
    public var purgeMark: Int64
}
