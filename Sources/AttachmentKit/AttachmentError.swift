public import AttachmentDomain

/// Why a call gave no result at all. What goes wrong with a single attachment is no error: it stands in its record.
public struct AttachmentError: ExplainedError, Hashable {
    /// Which part of the surroundings failed.
    public let kind: Kind
    public let finding: Finding

    public enum Kind: Hashable, Sendable {
        /// The policy holds a value that cannot be used.
        case policy
        /// The payload is not JSON, or beyond the policy's limits.
        case payload
        /// The cache directory cannot be used.
        case cache
        /// The file that was asked for is not there, or could not be written.
        case file
        /// No response that counts could be had; the finding says why.
        case response
        /// The request cannot be made as it was described.
        case request
        /// The fetcher was shut down.
        case shutDown
    }

    public init(_ kind: Kind, _ finding: Finding) {
        self.kind = kind
        self.finding = finding
    }

    public var code: Code { finding.code }
    public var explanation: String { finding.message }
    public var remedy: String { finding.remedy }
}
