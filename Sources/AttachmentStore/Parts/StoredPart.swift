public import AttachmentDomain

/// What an interrupted transfer left of a body, so that the next one can ask for the rest.
public struct StoredPart: Sendable {
    public var facts: Facts
    /// The bytes, with room for more behind them.
    public var spool: TemporaryFile

    /// What has to be known besides the bytes.
    public struct Facts: Codable, Hashable, Sendable {
        /// The URL that was asked for, normalised; the part is found by it.
        public var url: String
        /// The URL that answered, after redirects.
        public var finalUrl: String
        /// The header fields of the answer, its validator among them.
        public var headers: HTTPHeaders
        /// How many bytes are there.
        public var bytes: Int64
        /// The length of the whole, in bytes, where it is known.
        public var total: Int64?

        public init(url: String, finalUrl: String, headers: HTTPHeaders, bytes: Int64, total: Int64?) {
            self.url = url
            self.finalUrl = finalUrl
            self.headers = headers
            self.bytes = bytes
            self.total = total
        }
    }
}
