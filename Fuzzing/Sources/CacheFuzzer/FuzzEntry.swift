import FuzzPromises

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
///
/// An input is blocks of lines with an empty line between them, as ``Scene`` reads them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let scene = Scene(Array(UnsafeBufferPointer(start: start, count: count)))
    checkDecisions(scene)
    for answer in scene.answers {
        checkStoring(answer, scene)
        checkKept(answer, scene)
        for field in answer.headers.fields.prefix(32) { checkValue(field.value, scene) }
    }
    for field in scene.request.fields.fields.prefix(32) { checkValue(field.value, scene) }
    checkConfirming(scene)
    checkFailures(scene)
    return 0
}
