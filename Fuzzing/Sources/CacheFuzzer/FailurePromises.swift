import AttachmentDomain
import FuzzPromises

/// No failure is remembered longer than the policy allows, or into the past.
func checkFailures(_ scene: Scene) {
    let responses: [CachedResponse?] = [nil] + scene.answers.prefix(2).map { $0.kept(scene.policy.mode) }
    let rule = FailureRule(scene.policy)
    let (end, isTooFar) = scene.now.addingReportingOverflow(scene.policy.negative.permanentSeconds)
    for code in Code.allCases {
        for response in responses {
            let failure = FailureRule.Failure(code: code, response: response, attempts: scene.attempts)
            guard let retryAt = rule.retryAt(failure, now: scene.now, chance: scene.chance) else { continue }
            require(code.facts.memory != .none, "what depends on the call is not remembered")
            require(scene.now...(isTooFar ? .max : end) ~= retryAt, "a failure is remembered within its bounds")
        }
    }
}
