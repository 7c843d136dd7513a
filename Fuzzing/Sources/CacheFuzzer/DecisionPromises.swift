import AttachmentDomain
import FuzzPromises

/// Whatever is stored and asked: what may not be used is not used, and what may not be asked is not asked.
func checkDecisions(_ scene: Scene) {
    let stored = scene.answers.map { $0.kept(scene.policy.mode) }
    let rules = CacheRules(scene.policy)
    let decision = rules.decide(scene.request, stored, now: scene.now)
    check(decision, of: stored, scene)
    for later in [scene.now, scene.now.addingReportingOverflow(1).partialValue, 253_402_300_799, .max] {
        guard later >= scene.now else { continue }
        checkOrder(decision, rules.decide(scene.request, stored, now: later))
    }
    for response in stored {
        let alone = rules.decide(scene.request, [response], now: scene.now)
        check(alone, of: [response], scene)
        checkOrder(alone, rules.decide(scene.request, [older(response)], now: scene.now))
    }
}

private func check(_ decision: CacheDecision, of stored: [CachedResponse], _ scene: Scene) {
    require(decision.age >= 0, "no age is negative")
    let isQuiet = scene.policy.offline || scene.request.directives.onlyIfCached
    switch decision.step {
    case .use: checkFresh(chosen(decision, of: stored, scene), scene)
    case .useStale: checkStale(chosen(decision, of: stored, scene), scene)
    case .useStaleAndRefresh:
        let response = chosen(decision, of: stored, scene)
        checkStale(response, scene)
        let control = CacheControl(response.headers["cache-control"])
        require(!isQuiet && control.staleWhileRevalidate != nil, "a refresh is allowed by both")
    case .ask(let conditions):
        require(!isQuiet, "nothing is asked against the policy or the request")
        if let conditions {
            guard let place = decision.chosen else { fail("conditions are those of a response") }
            require(CacheDecision.Conditions(stored[place]) == conditions, "conditions are the response's own")
        }
    case .refuse(.offline): require(scene.policy.offline, "only the policy is offline")
    case .refuse(.onlyIfCached): require(scene.request.directives.onlyIfCached, "only the request forbids to ask")
    }
    if let place = decision.chosen, decision.staleUntil != nil {
        require(!forbidsStale(stored[place], scene.policy.mode), "what forbids it never stands in")
        require(!scene.request.directives.noCache, "nothing stands in for what is to be asked")
    }
}

/// What is used answers this very request.
private func chosen(_ decision: CacheDecision, of stored: [CachedResponse], _ scene: Scene) -> CachedResponse {
    guard let place = decision.chosen else { fail("what is used is stored") }
    require(scene.request.method == "GET", "only GET is answered")
    require(stored[place].variant.matches(scene.request.fields), "what is used matches by its Vary")
    require(stored[place].variant.text != "*", "what varies by everything is not used")
    return stored[place]
}

private func checkFresh(_ response: CachedResponse, _ scene: Scene) {
    let control = CacheControl(response.headers["cache-control"])
    let freshness = Freshness(of: response, policy: scene.policy)
    require(freshness.isFresh(at: scene.now), "what is used without a word is fresh")
    require(!control.noCache, "no-cache is never used without asking")
    require(
        !scene.request.directives.noCache || control.immutable || scene.policy.offline,
        "a request for a new answer gets one")
}

private func checkStale(_ response: CachedResponse, _ scene: Scene) {
    require(!Freshness(of: response, policy: scene.policy).isFresh(at: scene.now), "what is stale is not fresh")
    require(!forbidsStale(response, scene.policy.mode), "what must be revalidated is not used stale")
}

private func forbidsStale(_ response: CachedResponse, _ mode: CachingPolicy.Mode) -> Bool {
    let control = CacheControl(response.headers["cache-control"])
    let isShared = mode == .shared
    return control.mustRevalidate || control.noCache || isShared && control.proxyRevalidate
        || isShared && control.sharedMaxAge != nil
}

/// Time, and age, make nothing fresh that was not.
private func checkOrder(_ earlier: CacheDecision, _ later: CacheDecision) {
    require(earlier.chosen == later.chosen, "time changes nothing of what is meant")
    require(later.age >= earlier.age, "what is older is older")
    if earlier.step != .use { require(later.step != .use, "what was to be asked about does not become fresh") }
}

/// The same response with a larger Age.
private func older(_ response: CachedResponse) -> CachedResponse {
    let age = min(ResponseAge(of: response).initial, 1 << 40)
    var older = response
    let field = HTTPHeaders.Field(name: "Age", value: String(age + 100))
    older.headers = HTTPHeaders([field] + response.headers.fields)
    return older
}
