/// Where a dialect keeps the words of a push: for each field the places in the order in which they are looked at; the
/// first that holds a number or a string that is not empty counts, else the first that holds an empty one.
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

    /// No places at all.
    public init() {}

    /// Apple's own places for title, subtitle and body.
    public static func aps(uniqueKey: PayloadPath? = nil, link: PayloadPath? = nil) -> FieldPaths {
        FieldPaths().with {
            $0.uniqueKey = Array(uniqueKey)
            $0.title = ["/aps/alert/title"]
            $0.subtitle = ["/aps/alert/subtitle"]
            $0.body = ["/aps/alert/body", "/aps/alert"]
            $0.link = Array(link)
        }
    }

    /// Plain places, one for each.
    public static func at(
        uniqueKey: PayloadPath? = nil, title: PayloadPath, subtitle: PayloadPath? = nil, body: PayloadPath,
        link: PayloadPath? = nil
    ) -> FieldPaths {
        FieldPaths().with {
            $0.uniqueKey = Array(uniqueKey)
            $0.title = [title]
            $0.subtitle = Array(subtitle)
            $0.body = [body]
            $0.link = Array(link)
        }
    }

    /// The same with more places that are looked at when these hold nothing.
    public func or(title: PayloadPath? = nil, body: PayloadPath, link: PayloadPath? = nil) -> FieldPaths {
        with {
            $0.title += Array(title)
            $0.body.append(body)
            $0.link += Array(link)
        }
    }

    /// The same with Apple's own places, which are looked at when these hold nothing.
    public func orAps() -> FieldPaths {
        with {
            $0.title.append("/aps/alert/title")
            $0.subtitle.append("/aps/alert/subtitle")
            $0.body += ["/aps/alert/body", "/aps/alert"]
        }
    }

    /// The same with the unique key at the first of these places that holds one.
    func keyed(by places: [PayloadPath]) -> FieldPaths { with { $0.uniqueKey = places } }

    /// The same with places that are looked at before these.
    public func preferring(title: PayloadPath, subtitle: PayloadPath, body: PayloadPath) -> FieldPaths {
        with {
            $0.title.insert(title, at: 0)
            $0.subtitle.insert(subtitle, at: 0)
            $0.body.insert(body, at: 0)
        }
    }

    public func fallback(text: PayloadPath) -> FieldPaths { with { $0.fallbackText = [text] } }

    public func fallback(link: PayloadPath) -> FieldPaths { with { $0.fallbackLink = [link] } }

    private func with(_ change: (inout FieldPaths) -> Void) -> FieldPaths {
        var fields = self
        change(&fields)
        return fields
    }
}

extension Array {
    /// One element, or none.
    fileprivate init(_ element: Element?) {
        self = element.map { [$0] } ?? []
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
