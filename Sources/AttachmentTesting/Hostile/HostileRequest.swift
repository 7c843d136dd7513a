/// A request to a hostile route, with its parameters read.
struct HostileRequest: Sendable {
    let request: OriginRequest
    /// The path with its escapes undone.
    let path: String
    let ledger: HostileLedger
    let files: FileTree?
    private let workshop: MediaWorkshop
    private let parameters: [String: String]

    init(
        _ request: OriginRequest, path: String, ledger: HostileLedger, workshop: MediaWorkshop, files: FileTree?
    ) {
        self.request = request
        self.path = path
        self.ledger = ledger
        self.workshop = workshop
        self.files = files
        parameters = Self.parameters(of: request.query)
    }

    var isHead: Bool { request.method == "HEAD" }

    /// The key that sets this caller's counters apart.
    var key: String { text("key", else: "default") }

    /// A parameter as it stands; nil without it.
    func given(_ name: String) -> String? { parameters[name] }

    func text(_ name: String, else usual: String) -> String { parameters[name] ?? usual }

    /// A whole number, moved into the range; the usual one where it is missing or none.
    func number(_ name: String, else usual: Int, in range: ClosedRange<Int>) -> Int {
        let number = parameters[name].flatMap { Int($0) } ?? usual
        return min(max(number, range.lowerBound), range.upperBound)
    }

    func isOn(_ name: String, usually: Bool = false) -> Bool {
        number(name, else: usually ? 1 : 0, in: 0...1) == 1
    }

    /// A time that the query gives in seconds, at most an hour.
    func milliseconds(_ name: String, else usual: Double) -> Int {
        let seconds = parameters[name].flatMap { Double($0) } ?? usual
        return Int(min(max(seconds, 0), 3600) * 1000)
    }

    /// The media that `kind`, `size` and `seed` name.
    func media(kind: String = "png", size: Int = 20_000, seed: String? = nil) -> HostileMedia {
        let size = number("size", else: size, in: 0...1 << 28)
        return make(text("kind", else: kind), size: size, seed: seed ?? text("seed", else: "1"))
    }

    func make(_ kind: String, size: Int, seed: String = "1") -> HostileMedia {
        workshop.make(kind, size: size, seed: seed)
    }

    /// The honest answer with the media named, as `/ok` gives it: with validators and ranges where `etag` says so.
    func honest() -> ScriptedResponse {
        let media = media()
        guard !text("etag", else: "").isEmpty else { return media.response }
        return Representation(media, tag: media.tag, modified: 1_600_000_000).response(to: request)
    }

    private static func parameters(of query: String) -> [String: String] {
        let pairs = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (decoded(name), decoded(pair.dropFirst(name.count + 1)))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text.map { $0 == "+" ? " " : $0 })
        return percentDecoded(spaced) ?? spaced
    }
}
