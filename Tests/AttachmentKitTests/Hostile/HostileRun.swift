import AttachmentKit
import AttachmentTesting

/// All rows of the table, fetched from one origin in one call for each setting.
enum HostileRun {
    struct Outcome: Sendable {
        var record: AttachmentRecord
        /// The file in the cache.
        var bytes: [UInt8]?
        /// Requests for this very target.
        var asks = 0
        /// What they gave as Range.
        var parts: [String] = []
    }

    /// Started by the first test that looks at it.
    static let outcomes = Task { try await run(HostileRow.all) }

    static let routes: Result<HostileRoutes, any Error> = Result {
        try HostileRoutes(mediaRoot: "\(KitHarness.repository)/Fixtures/media")
    }

    private static func run(_ rows: [HostileRow]) async throws -> [String: Outcome] {
        let routes = try routes.get()
        let origin = try ScriptedOrigin { routes.response(to: $0) ?? .status(404) }
        defer { origin.stop() }
        var outcomes: [String: Outcome] = [:]
        for setting in HostileRow.Setting.allCases {
            let targets = rows.filter { $0.setting == setting }.map(\.target)
            for (target, outcome) in zip(targets, try await fetch(targets, from: origin, setting)) {
                outcomes[target] = outcome
            }
        }
        for request in origin.requests {
            outcomes[request.target]?.asks += 1
            if let part = request.header("Range") { outcomes[request.target]?.parts.append(part) }
        }
        return outcomes
    }

    private static func fetch(
        _ targets: [String], from origin: ScriptedOrigin, _ setting: HostileRow.Setting
    ) async throws -> [Outcome] {
        let harness = try KitHarness(origin) { policy in
            policy.network.maxAttempts = setting == .retrying ? 3 : 1
            policy.network.stallSeconds = setting == .impatient ? 1 : 10
            policy.profiles = Profiles([("everything", everything)])
        }
        var options = FetchOptions()
        options.profiles = ["everything"]
        options.continuesBehindAnswer = false
        let deadline = Deadline.after(setting.time)
        let payload = Array(harness.payload(targets).utf8)
        // The time of day, which the origin's dates are of.
        let fetcher = try AttachmentFetcher(policy: harness.policy, cache: harness.cache)
        let result = try await fetcher.fetch(payload, deadline: deadline, options: options)
        await fetcher.shutdown()
        return try result.attachments.map { record in
            Outcome(record: record, bytes: try record.path.map { try readFile($0) })
        }
    }

    /// Shows every type, so that a row is about the way to the bytes and not about a target.
    private static let everything: Profile = {
        var profile = Profile()
        profile.documented = MediaType.defaults.map(\.mime)
        profile.limits = MediaLimits(
            image: MediaLimit(maxBytes: 10_000_000), audio: MediaLimit(maxBytes: 10_000_000),
            video: MediaLimit(maxBytes: 10_000_000))
        return profile
    }()
}
