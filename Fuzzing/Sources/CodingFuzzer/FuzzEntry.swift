import FuzzPromises

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
///
/// The first bytes choose the codings, the limit, the portions and how the rest is made a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let setting = CodingSetting(&choices)
    if choices.byte() % 2 == 0 {
        checkPortions(Array(choices.rest), setting)
    } else {
        checkPacked(&choices, setting)
    }
    return 0
}
