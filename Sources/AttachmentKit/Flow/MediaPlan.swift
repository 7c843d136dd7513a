import AttachmentDomain
import AttachmentPayload
import AttachmentURL

/// Which URLs a payload needs, each once: equal URLs give separate records and one transfer.
struct MediaPlan {
    /// The distinct URLs, in the order of their first reference.
    private(set) var jobs: [Job] = []
    /// For each reference of the payload its job.
    private(set) var places: [Int] = []

    struct Job {
        var url: RequestURL
        /// How much is read: what the most generous of its references allows.
        var limits: JudgedLimits
        /// Fetched only if all references before it fail.
        var isFallback: Bool
        /// The references that name it, by their places in the payload.
        var references: [Int]
    }

    /// - Parameters:
    ///   - profiles: those of the call; empty for those that each slot reaches.
    init(_ payload: ReadPayload, profiles: [String], policy: CachePolicy) {
        var known: [String: Int] = [:]
        var limits = LimitsOfTargets(policy: policy)
        for (index, (reference, url)) in zip(payload.media, payload.requests).enumerated() {
            let limits = limits.limits(judgedBy: profiles.isEmpty ? reference.targets : profiles)
            let isFallback = reference.role == .fallback
            let key = url.cacheKeyText
            if let job = known[key] {
                jobs[job].limits.widen(by: limits)
                jobs[job].isFallback = jobs[job].isFallback && isFallback
                jobs[job].references.append(index)
                places.append(job)
            } else {
                known[key] = jobs.count
                places.append(jobs.count)
                jobs.append(Job(url: url, limits: limits, isFallback: isFallback, references: [index]))
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
