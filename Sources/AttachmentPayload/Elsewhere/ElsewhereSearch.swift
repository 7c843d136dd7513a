import AttachmentJSON
import AttachmentURL

/// Looks through a whole payload for URLs that were meant as media and stand in the wrong place.
///
/// A URL counts when it stands in a slot of any dialect, when its path ends like a media file, or when its member is
/// named like media. The words of the push, such as its link, do not count. JSON texts inside strings are looked
/// through too, those inside of these no more.
struct ElsewhereSearch {
    let outline: PayloadOutline
    let directory: SlotDirectory
    let limits: JSONLimits
    private(set) var found: [MediaElsewhere] = []
    private let words: Set<FieldPlace>

    /// So many are listed: enough to see what went wrong.
    private static let most = 1000
    /// Strings that take more bytes are no URL.
    private static let longestURL = 1_048_576

    init(_ outline: PayloadOutline, directory: SlotDirectory, limits: JSONLimits) {
        self.outline = outline
        self.directory = directory
        self.limits = limits
        words = Set(outline.fields.fields.compactMap { outline.fields[$0] })
    }

    /// Looks until everything is seen or enough is found.
    mutating func run() {
        var strings = StringWalk(outline.root.value)
        while found.count < Self.most, let value = strings.next() {
            switch StringLook(value) {
            case .url: note(value, at: strings.place, within: nil)
            case .text: lookInside(value, at: strings.place)
            case .other: break
            }
        }
    }

    private mutating func lookInside(_ value: JSONValue, at place: JSONPointer) {
        guard let document = JSONDocument(inside: value, limits: limits) else { return }
        var strings = StringWalk(document.root)
        while found.count < Self.most, let value = strings.next() {
            if case .url = StringLook(value) { note(value, at: strings.place, within: place) }
        }
    }

    /// `outer` is where the text stands in which the place is one.
    private mutating func note(_ value: JSONValue, at place: JSONPointer, within outer: JSONPointer?) {
        guard value.textRange.count <= Self.longestURL, let url = value.string else { return }
        let tokens = (outer?.tokens ?? []) + place.tokens
        let owner = directory.owner(of: tokens, for: outline.dialect)
        guard owner != nil || MediaLook.hasMediaSuffix(url) || MediaLook.isNamedLikeMedia(tokens) else { return }
        let field = FieldPlace(
            jsonPointer: (outer ?? place).description, innerPointer: outer == nil ? nil : place.description)
        guard !words.contains(field), isFetchable(url) else { return }
        found.append(
            MediaElsewhere(
                url: url, jsonPointer: field.jsonPointer, innerPointer: field.innerPointer, dialect: owner?.provider,
                message: "\(words(for: tokens)); \(outline.dialect.placesForPeople)"))
    }

    private func words(for tokens: [String]) -> String {
        tokens.isEmpty ? "at the root" : "under " + tokens.joined(separator: ".")
    }

    private func isFetchable(_ url: String) -> Bool {
        do throws(URLFault) {
            _ = try RequestURL.parse(url)
            return true
        } catch {
            return false
        }
    }
}

extension PayloadReader {
    /// URLs that look like media outside the slots of the payload's dialect, in the order of slots: arrays by index,
    /// maps by key. At most a thousand. For payloads without media in their slots: it looks through the whole text.
    public func mediaElsewhere(in outline: PayloadOutline) -> [MediaElsewhere] {
        var search = ElsewhereSearch(outline, directory: table.directory, limits: limits)
        search.run()
        return search.found
    }
}

extension Dialect {
    /// Where the media of such payloads are looked for.
    fileprivate var placesForPeople: String {
        let places = slots.flatMap(\.slots).map(\.path.dotted)
        let list = places.prefix(Self.placesShown).joined(separator: ", ")
        let more = places.count > Self.placesShown ? " and \(places.count - Self.placesShown) more" : ""
        return provider == DialectTable.generic.provider
            ? "this payload is of no known provider: \(list)\(more) are read, and what payload.mediaPointers names"
            : "this provider's client reads \(list)\(more)"
    }

    private static let placesShown = 4
}
