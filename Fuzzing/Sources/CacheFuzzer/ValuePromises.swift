import AttachmentDomain
import FuzzPromises

private let longest: Int64 = 2_147_483_648

/// Any value may stand in any field: each reader takes it, and says nothing out of its bounds.
func checkValue(_ value: String, _ scene: Scene) {
    checkDirectives(value)
    checkRequestDirectives(value)
    checkAge(value)
    checkTags(value)
    checkVary(value, scene)
    checkDate(value, scene)
    let headers = HTTPHeaders([field("If-None-Match", value), field("If-Modified-Since", value)])
    guard let precondition = Precondition(headers) else { fail("conditions are found") }
    let isHeld = precondition.isNotModified(HTTPHeaders([field("ETag", value)]), receivedAt: scene.now)
    if !value.isEmpty, !value.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) {
        require(isHeld, "a tag is itself")
    }
}

private func field(_ name: String, _ value: String) -> HTTPHeaders.Field {
    HTTPHeaders.Field(name: name, value: value)
}

private func checkRequestDirectives(_ value: String) {
    let directives = RequestDirectives(HTTPHeaders([field("Cache-Control", value)]))
    for number in [directives.maxAge, directives.minFresh] {
        require(0...longest ~= number ?? 0, "a number of seconds is one: \(value)")
    }
    let stale = directives.maxStale ?? 0
    require(0...longest ~= stale || stale == .max, "a stale time is a number or any: \(value)")
    let control = CacheControl(value)
    require(directives.noStore == control.noStore, "both readers find no-store: \(value)")
    require(directives.maxAge == control.maxAge, "both readers find max-age: \(value)")
}

private func checkAge(_ value: String) {
    let response = CachedResponse(
        status: 200, headers: HTTPHeaders([field("Age", value)]), variant: Variant(text: ""), requestedAt: 0,
        receivedAt: 0)
    let age = ResponseAge(of: response)
    require(0...longest ~= age.initial, "an age has its bounds: \(value)")
    require(age.current(at: -1) == age.initial && age.current(at: .max) >= age.initial, "an age grows: \(value)")
}

private func checkTags(_ value: String) {
    let tags = EntityTag.list(value)
    let commas = value.utf8.filter { $0 == UInt8(ascii: ",") }.count
    require(tags.count <= commas + 1, "a list has members between its commas: \(value)")
    require(tags.allSatisfy { !$0.text.isEmpty && $0.weaklyMatches($0) }, "a tag is itself: \(value)")
    let again = EntityTag.list(tags.map(\.text).joined(separator: ", "))
    require(again == tags, "a list is read as it was written: \(value)")
    if !value.utf8.contains(UInt8(ascii: "\"")) {
        require(tags.map(\.text) == members(of: value).filter { !$0.isEmpty }, "\(value)")
    }
}

private func checkVary(_ value: String, _ scene: Scene) {
    let variant = Variant(vary: value, request: scene.request.fields)
    require(Variant(text: variant.text) == variant, "a variant is read as it was written: \(value)")
    let names = members(of: value).filter { !$0.isEmpty }
    if names.contains("*") {
        require(!variant.matches(scene.request.fields), "what varies by everything matches nothing: \(value)")
    } else if value.utf8.allSatisfy(isOfNames) {
        require(variant.matches(scene.request.fields), "the same request is the same variant: \(value)")
        for name in names.prefix(8) {
            let other = HTTPHeaders(scene.request.fields.fields + [field(name, "another")])
            require(!variant.matches(other), "a request with another \(name) is another variant")
        }
    }
}

/// Letters, digits, and what stands between names in a list.
private func isOfNames(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: [UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: " ")].contains(byte)
    }
}

private func checkDate(_ value: String, _ scene: Scene) {
    guard let date = HTTPDate.seconds(of: value, around: scene.now) else { return }
    require(-11_644_473_600...253_402_300_799 ~= date, "a date has its bounds: \(value)")
    // Of two digits or of four: with or without a moment to stand at it is a date.
    require(HTTPDate.seconds(of: value) != nil || value.contains("-"), "a date is one at any time: \(value)")
}
