/// One thing found wrong, in words for a person and with a code for a script.
public struct Finding: Codable, Hashable, Sendable {
    /// The stable name of the fault.
    public var code: Code
    /// What happened, to which thing, with the number and the limit.
    public var message: String
    /// What to do about it.
    public var remedy: String

    /// A finding with the remedy of the table of codes, unless the place knows a better one.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy ?? code.facts.remedy
    }
}

/// What every error of this package can say about itself.
public protocol ExplainedError: Error, Sendable {
    /// The stable name of the fault.
    var code: Code { get }
    /// What happened, to which thing, with the number and the limit; no credentials, keys or query values.
    var explanation: String { get }
    /// What to do about it.
    var remedy: String { get }
}

extension ExplainedError {
    public var remedy: String { code.facts.remedy }

    /// The error as a finding, as records and refusals carry it.
    public var finding: Finding { Finding(code, explanation, remedy: remedy) }
}

extension Finding: ExplainedError {
    public var explanation: String { message }
}
