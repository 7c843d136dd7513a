/// An origin that misbehaves on request: a route for each fault that a fetcher meets in the field.
///
/// Put it behind a `ScriptedOrigin`:
///
/// ```swift
/// let routes = try HostileRoutes()
/// let origin = try ScriptedOrigin { routes.response(to: $0) ?? .status(404) }
/// let url = origin.url("/gzip-bomb?mb=64&layers=2")
/// ```
///
/// `all` lists the routes with their parameters. Most serve media of a `kind` (`HostileMedia.kinds`), padded to `size`
/// bytes and different for each `seed`; bodies depend on nothing else, and failures on counters alone, so every run is
/// the same. A `key` sets the counters of one caller apart from those of another.
///
/// What has happened is asked here and of the origin, not by HTTP: `origin.requests` is the log, `count(ofKey:)` and
/// `mostAtOnce(ofKey:)` the counters; `bumpCache(key:)` and `resetCounters()` change the state.
public final class HostileRoutes: Sendable {
    /// Every route, in the order of its theme.
    public static let all: [HostileRoute] =
        HostileRoute.plain + HostileRoute.pace + HostileRoute.framing + HostileRoute.heads + HostileRoute.statuses
        + HostileRoute.redirects + HostileRoute.types + HostileRoute.codings + HostileRoute.sizes
        + HostileRoute.caching + HostileRoute.ranges

    private let ledger = HostileLedger()
    private let workshop: MediaWorkshop
    private let files: FileTree?

    /// - Parameters:
    ///   - mediaRoot: the directory that `/media` serves; without it all below `/media` is 404.
    ///   - fixtures: the folder `Fixtures` of the repository, from which the films and sounds are made.
    /// - Throws: where a fixture cannot be read.
    public init(mediaRoot: String? = nil, fixtures: String = repositoryFixtures) throws(SystemFault) {
        workshop = try MediaWorkshop(fixtures: fixtures)
        files = mediaRoot.map { FileTree(root: $0) }
    }

    /// The folder `Fixtures` of the repository that this was built from.
    public static let repositoryFixtures: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/\(parts.joined(separator: "/"))/Fixtures"
    }()

    /// The answer of the route that the path names; nil where there is none.
    public func response(to request: OriginRequest) -> ScriptedResponse? {
        guard let path = percentDecoded(request.path), let route = Self.route(for: path) else { return nil }
        _ = ledger.enter(Self.everything)
        let ask = HostileRequest(request, path: path, ledger: ledger, workshop: workshop, files: files)
        let response = route.answer(ask).finally { [ledger] in ledger.leave(Self.everything) }
        return response.rawHead == nil ? response.dated() : response
    }

    /// The media that the routes serve for these parameters.
    public func media(_ kind: String, size: Int, seed: String = "1") -> HostileMedia {
        workshop.make(kind, size: size, seed: seed)
    }

    /// How many requests have come to `/count` with that key.
    public func count(ofKey key: String) -> Int { ledger.count("count:\(key)") }

    /// How many requests to `/count` with that key were in progress at once, at most.
    public func mostAtOnce(ofKey key: String) -> Int { ledger.mostAtOnce("count:\(key)") }

    /// How many requests to all routes were in progress at once, at most.
    public var mostAtOnce: Int { ledger.mostAtOnce(Self.everything) }

    /// Changes the bytes of `/cache` with that key, and with them its own ETag.
    public func bumpCache(key: String = "default") { ledger.bump("cache:\(key)") }

    /// Sets every counter, maximum and version back. The origin's own log of requests stays.
    public func resetCounters() { ledger.reset() }

    private static let everything = "everything"

    private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    private static func route(for path: String) -> HostileRoute? {
        if let route = byPath[path] { return route }
        return all.first { $0.takesAllBelow && path.hasPrefix("\($0.path)/") }
    }

    /// The routes as a text for people.
    public static let table: String = all.map { route in
        let query = route.parameters.isEmpty ? "" : "\n    ?  \(route.parameters)"
        return "\(route.path)\(route.takesAllBelow ? "/..." : "")\(query)\n    \(route.summary)\n"
    }
    .joined()
}
