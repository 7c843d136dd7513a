import FuzzPromises

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
///
/// An input is numbers, then a line for each thing that an origin says: a Retry-After or a Location.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let now = choices.anyNumber()
    checkInstant(now)
    let texts = lines(of: choices.rest).map { line in
        String(decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...], as: UTF8.self)
    }
    for text in texts.prefix(64) {
        checkDate(text)
        checkWait(text, now: now)
        checkWait(text, now: 1_700_000_000)
    }
    checkPlan(choices, texts)
    return 0
}
