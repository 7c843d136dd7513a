public import AttachmentDomain

/// The answer to one payload: the push as it is stored, and what became of each of its media.
public struct FetchResult: Codable, Hashable, Sendable {
    public var push: StoredPush
    /// In the order of the payload; rejected slots after the media.
    public var attachments: [AttachmentRecord]
    /// What was found about the payload as a whole.
    public var findings: [Finding]
    public var deadline: DeadlineReport

    public init(push: StoredPush, attachments: [AttachmentRecord], findings: [Finding], deadline: DeadlineReport) {
        self.push = push
        self.attachments = attachments
        self.findings = findings
        self.deadline = deadline
    }
}

/// How the time was kept.
public struct DeadlineReport: Codable, Hashable, Sendable {
    /// What was given, in seconds.
    public var seconds: Double
    /// What was used, in seconds, to the millisecond.
    public var elapsedSeconds: Double
    /// False when any attachment expired.
    public var met: Bool

    public init(seconds: Double, elapsedSeconds: Double, met: Bool) {
        self.seconds = seconds
        self.elapsedSeconds = elapsedSeconds
        self.met = met
    }
}
