/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkGrammar(bytes)
    checkInput(bytes)
    checkPayload(bytes)
    return 0
}
