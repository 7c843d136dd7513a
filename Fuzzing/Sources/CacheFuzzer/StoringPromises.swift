import AttachmentDomain
import FuzzPromises

/// Nothing is stored that somebody forbids.
func checkStoring(_ answer: Scene.Answer, _ scene: Scene) {
    let mode = scene.policy.mode
    let storability = Storability(scene.request, status: answer.status, headers: answer.headers, mode: mode)
    guard storability == .allowed else { return }
    let control = CacheControl(answer.headers["cache-control"])
    require(!control.noStore || control.mustUnderstand, "no-store is not stored")
    require(scene.request.method == "GET" && !scene.request.directives.noStore, "the request allows to store")
    require(answer.status >= 200 && ![206, 304].contains(answer.status), "only whole answers are stored")
    require(mode == .private || !control.isPrivate, "what is private is not shared")
    if mode == .shared, scene.request.fields["authorization"] != nil {
        require(
            control.isPublic || control.mustRevalidate || control.sharedMaxAge != nil, "credentials are not shared")
    }
}

private let ofCaching = ["age", "cache-control", "date", "expires", "vary"].map(folded)
private let ofConnection = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"].map(folded)

/// What is kept are fields of the answer, without those of its connection and those that are not to be used again.
func checkKept(_ answer: Scene.Answer, _ scene: Scene) {
    let mode = scene.policy.mode
    let kept = KeptFields.of(answer.headers, mode: mode, receivedAt: answer.receivedAt)
    let named = members(of: answer.headers["connection"] ?? "").map(folded)
    let forbidden = CacheControl(answer.headers["cache-control"]).noCacheFields.map(folded)
    let dropped = Set(named + forbidden).subtracting(ofCaching).union(ofConnection)
    for field in kept.fields {
        let name = folded(field.name)
        require(!dropped.contains(name), "\(field.name) is not kept")
        require(mode == .private || name != folded("Set-Cookie"), "no cookie is kept for all")
    }
    let date = kept.first("date").flatMap { HTTPDate.seconds(of: $0, around: answer.receivedAt) }
    require(date != nil, "what is kept has a Date")
    require(kept.fields.count <= answer.headers.fields.count + 1, "nothing but a Date is added")
    require(KeptFields.of(kept, mode: mode, receivedAt: answer.receivedAt) == kept, "what is kept stays as it is")
}

/// The members of a list without quotes.
func members(of list: String) -> [String] {
    list.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: Array($0), as: UTF8.self).trimmingOWS() }
}

/// With the letters of ASCII in lower case.
func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
}
