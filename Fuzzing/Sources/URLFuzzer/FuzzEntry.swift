import AttachmentURL
import FuzzPromises

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkReading(bytes)
    checkRoute(bytes)
    checkSecrets(bytes)
    checkAddresses(bytes)
    if isRare(bytes) { checkReading(drawnOut(bytes)) }
    return 0
}

/// The input made as long as a URL may be, by its last byte.
private func drawnOut(_ bytes: [UInt8]) -> [UInt8] {
    guard let last = bytes.last, bytes.count < RequestURL.maxBytes else { return bytes }
    return bytes + repeatElement(last, count: RequestURL.maxBytes - bytes.count)
}
