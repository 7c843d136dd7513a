import AttachmentDomain
import FuzzPromises

@testable import AttachmentFetch

/// Fields are found by their names in any case, and hold nothing that could end a line where they are sent again.
func checkFields(_ headers: HTTPHeaders) {
    for field in headers.fields.prefix(64) {
        let same = headers.fields.filter { folded($0.name) == folded(field.name) }.map(\.value)
        require(headers.first(swapped(field.name)) == same.first, "a field is found by its name: \(field.name)")
        require(headers[swapped(field.name)] == same.joined(separator: ", "), "fields are joined: \(field.name)")
        require(!field.value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F }, "a value has no control characters")
        require(field.value.trimmingOWS() == field.value, "a value has no blanks at its ends")
    }
    if let validator = RangeValidator(headers) {
        require(validator.matches(headers), "an answer is of the same bytes as itself")
        require(!validator.field.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a validator fits in a line")
    }
}

private func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
}

/// The same name with its cases swapped.
private func swapped(_ name: String) -> String {
    let bytes = name.utf8.map { (65...90).contains($0) || (97...122).contains($0) ? $0 ^ 32 : $0 }
    return String(decoding: bytes, as: UTF8.self)
}

/// The newer fields take the places of the older, but for the excepted ones.
func checkRenewal(_ older: HTTPHeaders, _ newer: HTTPHeaders) {
    let excepted = ["content-range", "Content-Length", "ETag"]
    let renewed = older.updated(by: newer, except: excepted)
    for name in Set((older.fields + newer.fields).map(\.name)).union(excepted).prefix(32) {
        let isExcepted = excepted.contains { folded($0) == folded(name) }
        let expected = isExcepted || newer[name] == nil ? older[name] : newer[name]
        require(renewed[name] == expected, "\(name) is that of the \(isExcepted ? "older" : "newer")")
    }
}

/// Any value may stand in any field.
func checkValue(_ value: String) {
    checkRange(value)
    checkDirectives(value)
    checkCodings(value)
}

private func checkRange(_ value: String) {
    guard let range = ContentRange(value) else { return }
    let (first, last) = (range.bytes.lowerBound, range.bytes.upperBound)
    require(0 <= first && first <= last && last < range.total ?? .max, "a range lies in the whole: \(value)")
    require(range.count > 0 && range.count == last - first + 1, "a range has bytes: \(value)")
    require(!range.isWhole || range.count == range.total, "the whole has all bytes: \(value)")
    let again = "bytes \(first)-\(last)/\(range.total.map(String.init) ?? "*")"
    require(ContentRange(again) == range, "a range is read as it was written: \(again)")
}

private func checkDirectives(_ value: String) {
    let control = CacheControl(value)
    let numbers = [control.maxAge, control.sharedMaxAge, control.staleIfError, control.staleWhileRevalidate]
    require(numbers.allSatisfy { 0...2_147_483_648 ~= $0 ?? 0 }, "a number of seconds is one: \(value)")
    if !value.contains("\"") {
        let names = value.utf8.split(separator: UInt8(ascii: ",")).map { folded(String(Substring($0)).trimmingOWS()) }
        if names.contains(Array("no-store".utf8)) { require(control.noStore, "no-store is heeded: \(value)") }
        if names.contains(Array("no-cache".utf8)) { require(control.noCache, "no-cache is heeded: \(value)") }
        if names.contains(Array("private".utf8)) { require(control.isPrivate, "private is heeded: \(value)") }
    }
    checkFreshness(control, value)
}

private func checkFreshness(_ control: CacheControl, _ value: String) {
    let now: Int64 = 1_700_000_000
    let names = ["Cache-Control", "Expires", "Date", "Age", "Last-Modified"]
    let headers = HTTPHeaders(names.map { HTTPHeaders.Field(name: $0, value: value) })
    let response = CachedResponse(
        status: 200, headers: headers, variant: Variant(text: ""), requestedAt: now, receivedAt: now)
    var policy = CachingPolicy()
    for mode in CachingPolicy.Mode.allCases {
        policy.mode = mode
        let freshness = Freshness(of: response, policy: policy)
        require(freshness.freshUntil <= now + policy.maxFreshSeconds, "freshness has its bounds: \(value)")
        require(freshness.isFresh(at: now) == (now < freshness.freshUntil), "freshness has its end: \(value)")
        let storability = Storability(CacheRequest(), status: 200, headers: headers, mode: mode)
        let isHeeded = control.mustUnderstand || storability == .refused(.noStore)
        require(!control.noStore || isHeeded, "no-store is heeded: \(value)")
        let step = CacheRules(policy).decide(CacheRequest(), [response], now: now).step
        require(!control.noCache || step == .ask(.init(response)), "no-cache is heeded: \(value)")
    }
}

private func checkCodings(_ value: String) {
    guard case .known(let codings) = ContentCoding.list(value) else { return }
    require(codings.count <= 3, "no body is coded more often than three times: \(value)")
    let words = codings.map { $0 == .gzip ? "gzip" : "deflate" }.joined(separator: ",")
    require(ContentCoding.list(words) == .known(codings), "codings are read as they were written: \(value)")
}
