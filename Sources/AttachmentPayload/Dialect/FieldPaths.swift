/// Where a dialect keeps the words of a push: for each field the places in the order in which they are looked at; the
/// first that holds a string or a number counts.
public struct FieldPaths: Hashable, Sendable {
    public var uniqueKey: [PayloadPath] = []
    public var title: [PayloadPath] = []
    public var subtitle: [PayloadPath] = []
    public var body: [PayloadPath] = []
    public var link: [PayloadPath] = []
    /// The text that takes the body's place when the media fails.
    public var fallbackText: [PayloadPath] = []
    /// The link that takes the link's place when the media fails.
    public var fallbackLink: [PayloadPath] = []

    /// The fields by name, in the order in which they print.
    var named: [(name: PushField, paths: [PayloadPath])] {
        [
            (.uniqueKey, uniqueKey), (.title, title), (.subtitle, subtitle), (.body, body), (.link, link),
            (.fallbackText, fallbackText), (.fallbackLink, fallbackLink),
        ]
    }

    /// Apple's own places for title, subtitle and body.
    static func aps(uniqueKey: PayloadPath? = nil, link: PayloadPath? = nil) -> FieldPaths {
        FieldPaths(
            uniqueKey: uniqueKey.map { [$0] } ?? [], title: ["/aps/alert/title"], subtitle: ["/aps/alert/subtitle"],
            body: ["/aps/alert/body", "/aps/alert"], link: link.map { [$0] } ?? [])
    }

    /// Plain places, one for each.
    static func at(
        uniqueKey: PayloadPath? = nil, title: PayloadPath, body: PayloadPath, link: PayloadPath? = nil
    ) -> FieldPaths {
        FieldPaths(uniqueKey: uniqueKey.map { [$0] } ?? [], title: [title], body: [body], link: link.map { [$0] } ?? [])
    }

    /// The same with more places that are looked at when these hold nothing.
    func or(title: PayloadPath, body: PayloadPath, link: PayloadPath? = nil) -> FieldPaths {
        with {
            $0.title.append(title)
            $0.body.append(body)
            if let link { $0.link.append(link) }
        }
    }

    /// The same with places that are looked at before these.
    func preferring(title: PayloadPath, subtitle: PayloadPath, body: PayloadPath) -> FieldPaths {
        with {
            $0.title.insert(title, at: 0)
            $0.subtitle.insert(subtitle, at: 0)
            $0.body.insert(body, at: 0)
        }
    }

    func fallback(text: PayloadPath) -> FieldPaths { with { $0.fallbackText = [text] } }

    func fallback(link: PayloadPath) -> FieldPaths { with { $0.fallbackLink = [link] } }

    private func with(_ change: (inout FieldPaths) -> Void) -> FieldPaths {
        var fields = self
        change(&fields)
        return fields
    }
}

/// The names of the fields as they print.
public enum PushField: String, Codable, Hashable, Sendable, CaseIterable {
    case uniqueKey
    case title
    case subtitle
    case body
    case link
    case fallbackText
    case fallbackLink
}
