import AttachmentDomain
import FuzzPromises

@testable import AttachmentFetch

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
///
/// An input is two heads with an empty line between them: an answer, and the one to a later request.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let all = lines(of: bytes)
    let end = all.firstIndex { $0 == [10] || $0 == [13, 10] }.map { $0 + 1 } ?? all.count
    let first = checkHead(Array(all[..<end]))
    let second = checkHead(Array(all[end...]))
    checkHead(all)
    if isRare(bytes) { checkEndless(all) }
    for field in (first.headers.fields + second.headers.fields).prefix(64) { checkValue(field.value) }
    checkRenewal(first.headers, second.headers)
    checkPlans(first, second)
    return 0
}
