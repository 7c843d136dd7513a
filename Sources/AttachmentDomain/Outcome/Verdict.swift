/// Whether a target will show an attachment.
public enum Verdict: String, Codable, Hashable, Sendable {
    case shows
    /// It was seen to show, though no platform document says so.
    case doubtful
    case refused
}

/// The verdict of one profile, with what was found.
public struct ProfileVerdict: Codable, Hashable, Sendable {
    public var verdict: Verdict
    public var findings: [Finding]

    public init(verdict: Verdict, findings: [Finding]) {
        self.verdict = verdict
        self.findings = findings
    }
}

/// The verdicts by the name of the profile, in the order in which the profiles were judged.
public struct ProfileVerdicts: Hashable, Sendable {
    public var entries: [Entry]

    public struct Entry: Hashable, Sendable {
        public var profile: String
        public var verdict: ProfileVerdict

        public init(profile: String, verdict: ProfileVerdict) {
            self.profile = profile
            self.verdict = verdict
        }
    }

    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Whether each profile refuses; false when none was judged.
    public var allRefuse: Bool {
        !entries.isEmpty && entries.allSatisfy { $0.verdict.verdict == .refused }
    }
}

extension ProfileVerdicts: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        entries = try container.allKeys.map {
            Entry(profile: $0.stringValue, verdict: try container.decode(ProfileVerdict.self, forKey: $0))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for entry in entries {
            try container.encode(entry.verdict, forKey: NameKey(entry.profile))
        }
    }
}

/// A member name that is data, not code.
public struct NameKey: CodingKey, Hashable, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(_ name: String) {
        stringValue = name
    }

    public init?(stringValue: String) {
        self.stringValue = stringValue
    }

    public init?(intValue: Int) {
        return nil
    }
}
