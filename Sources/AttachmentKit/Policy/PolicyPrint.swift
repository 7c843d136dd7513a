public import AttachmentJSON
import AttachmentDomain
import AttachmentURL

extension EffectivePolicy {
    /// The policy as a complete policy file: every key written out, absent values as `null`, passwords as `REDACTED`.
    ///
    /// With `sources`, a member `$sources` tells for each key where its value came from; a reader of policy files passes
    /// over it.
    public func fileText(withSources: Bool, isPretty: Bool = true) throws(JSONTextError) -> [UInt8] {
        let style = JSONText.Style(isPretty: isPretty, writesAbsentAsNull: true)
        let sources = withSources ? try leaves().map { (key: $0.key, source: source(of: $0.key)) } : []
        return try JSONText.encode(PolicyPrint(policy: policy.withoutSecrets, sources: sources), style: style)
    }

    /// Every key in full with its value as JSON on one line. Lists are one value; an entry of a list of objects is
    /// not taken apart.
    public func leaves() throws(JSONTextError) -> [(key: String, value: String)] {
        let bytes = try JSONText.encode(policy.withoutSecrets, style: JSONText.Style(writesAbsentAsNull: true))
        do {
            var leaves: [(key: String, value: String)] = []
            try JSONDocument(bytes).root.collectLeaves(named: "", into: &leaves)
            return leaves
        } catch {
            throw .notJSON(error)
        }
    }
}

extension CachePolicy {
    /// The policy with `REDACTED` for the passwords in its URLs.
    fileprivate var withoutSecrets: CachePolicy {
        var policy = self
        policy.network.proxy = network.proxy.map(RequestURL.redact)
        policy.backends.postgresql.url = backends.postgresql.url.map(RequestURL.redact)
        return policy
    }
}

extension JSONValue {
    fileprivate func collectLeaves(named name: String, into leaves: inout [(key: String, value: String)]) {
        guard kind == .object else {
            leaves.append((name, sourceText))
            return
        }
        for member in members {
            member.value.collectLeaves(named: name.isEmpty ? member.name : "\(name).\(member.name)", into: &leaves)
        }
    }
}

/// A policy file with its first and last member.
private struct PolicyPrint: Encodable {
    let policy: CachePolicy
    let sources: [(key: String, source: PolicySource)]

    func encode(to encoder: any Encoder) throws {
        var file = encoder.container(keyedBy: NameKey.self)
        try file.encode("schema/cache-policy.schema.json", forKey: NameKey("$schema"))
        try policy.encode(to: encoder)
        guard !sources.isEmpty else { return }
        var list = file.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("$sources"))
        for entry in sources {
            try list.encode(entry.source.description, forKey: NameKey(entry.key))
        }
    }
}
