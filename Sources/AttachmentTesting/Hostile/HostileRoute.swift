/// One misbehaviour of the hostile origin: a path, what can be asked of it, and how it answers.
public struct HostileRoute: Sendable {
    typealias Answer = @Sendable (HostileRequest) -> ScriptedResponse

    /// The path, without a slash at the end.
    public let path: String
    /// Whether everything below the path belongs to it too.
    public let takesAllBelow: Bool
    /// The parameters of the query with their defaults, separated by blanks; alternatives by bars.
    public let parameters: String
    /// What it does, in one sentence.
    public let summary: String
    let answer: Answer

    init(
        _ path: String, below: Bool = false, takes parameters: String = "", media: Bool = true, _ summary: String,
        answer: @escaping Answer
    ) {
        self.path = path
        takesAllBelow = below
        self.parameters = [parameters, media ? "kind= size= seed=" : ""].filter { !$0.isEmpty }.joined(separator: " ")
        self.summary = summary
        self.answer = answer
    }
}
