import AttachmentDomain
import AttachmentPayload
import AttachmentURL

/// Which URLs a payload needs, each once: equal URLs give separate records and one transfer.
struct MediaPlan {
    /// The distinct URLs, in the order of their first reference.
    private(set) var jobs: [Job] = []
    /// For each reference of the payload its job, or why it cannot be asked for.
    private(set) var places: [Place] = []

    struct Job {
        var url: RequestURL
        /// How much is read: what the most generous of its references allows.
        var limits: JudgedLimits
        /// Fetched only if all references before it fail.
        var isFallback: Bool
        /// The references that name it, by their places in the payload.
        var references: [Int]
    }

    enum Place {
        case job(Int)
        case unusable(Finding)
    }

    /// - Parameters:
    ///   - profiles: those of the call; empty for those that each slot reaches.
    init(_ references: [MediaReference], profiles: [String], policy: CachePolicy) {
        var known: [String: Int] = [:]
        var limits = LimitsOfTargets(policy: policy)
        for (index, reference) in references.enumerated() {
            do {
                let url = try RequestURL.parse(reference.url)
                let limits = limits.limits(judgedBy: profiles.isEmpty ? reference.targets : profiles)
                let isFallback = reference.role == .fallback
                if let job = known[url.cacheKeyText] {
                    jobs[job].limits.widen(by: limits)
                    jobs[job].isFallback = jobs[job].isFallback && isFallback
                    jobs[job].references.append(index)
                    places.append(.job(job))
                } else {
                    known[url.cacheKeyText] = jobs.count
                    places.append(.job(jobs.count))
                    jobs.append(Job(url: url, limits: limits, isFallback: isFallback, references: [index]))
                }
            } catch {
                places.append(.unusable(error.finding))
            }
        }
    }
}

/// The limits of the targets of slots: many references in a row come from one slot, so the last answer is kept.
private struct LimitsOfTargets {
    let policy: CachePolicy
    private var last: (targets: [String], limits: JudgedLimits)?

    init(policy: CachePolicy) {
        self.policy = policy
    }

    mutating func limits(judgedBy targets: [String]) -> JudgedLimits {
        if let last, last.targets == targets { return last.limits }
        let limits = JudgedLimits(judgedBy: targets, policy: policy)
        last = (targets, limits)
        return limits
    }
}
