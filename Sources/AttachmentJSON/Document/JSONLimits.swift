/// How much JSON is taken.
public struct JSONLimits: Hashable, Sendable {
    /// The largest text, in bytes. Never more than 4,294,967,295: positions are kept in four bytes.
    public var maxBytes: Int
    /// The deepest nesting: arrays and objects inside one another. `[]` has depth 1.
    public var maxDepth: Int

    /// 64 MiB and 10,000 levels unless told otherwise: the policy's own defaults.
    public init(maxBytes: Int = 67_108_864, maxDepth: Int = 10_000) {
        self.maxBytes = maxBytes
        self.maxDepth = maxDepth
    }

    /// The largest text that can be handled at all.
    static let addressableBytes = Int(UInt32.max)
}
