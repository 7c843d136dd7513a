import AttachmentDomain
import FuzzPromises

/// Each answer as a 304 about each other: it renews what it says, and nothing that describes the bytes.
func checkConfirming(_ scene: Scene) {
    for own in scene.answers.prefix(3) {
        for theirs in scene.answers.prefix(3) { check(own.kept(scene.policy.mode), by: theirs, scene) }
    }
}

private func check(_ own: CachedResponse, by theirs: Scene.Answer, _ scene: Scene) {
    let confirmed = own.confirmed(
        by: theirs.headers, request: scene.request, mode: scene.policy.mode, requestedAt: theirs.requestedAt,
        receivedAt: theirs.receivedAt)
    guard let confirmed else {
        require(theirs.headers.first("etag") != nil, "only a tag says that it is another")
        return
    }
    for name in ["Content-Length", "content-encoding", "Content-Range", "ETag"] {
        require(confirmed.headers[name] == own.headers[name], "\(name) describes the bytes that are there")
    }
    require(confirmed.status == own.status, "a confirmed response keeps its status")
    require(confirmed.receivedAt == theirs.receivedAt, "a confirmed response has come now")
    let renewed = KeptFields.of(theirs.headers, mode: scene.policy.mode, receivedAt: theirs.receivedAt)
    for name in ["cache-control", "expires", "vary"] {
        require(confirmed.headers[name] == renewed[name] ?? own.headers[name], "\(name) is the newer one")
    }
    require(confirmed.headers["age"] == renewed["age"], "an age is that of one message")
    require(confirmed.headers["date"] == renewed["date"], "the date is the newer one")
    let again = KeptFields.of(confirmed.headers, mode: scene.policy.mode, receivedAt: theirs.receivedAt)
    let bytes = ["content-length", "content-encoding", "content-range", "etag"].map(folded)
    require(
        confirmed.headers.fields.allSatisfy { again.fields.contains($0) || bytes.contains(folded($0.name)) },
        "what is renewed could have been kept")
}
