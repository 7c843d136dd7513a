import FuzzPromises
import Glibc

@testable import AttachmentInspection

/// The reader that is fuzzed: the one whose type has the name in `ATTACHFETCH_FUZZ_READER`, without regard to case.
private let reader: any ContainerReader.Type = {
    let name = getenv("ATTACHFETCH_FUZZ_READER").map { String(cString: $0) } ?? ""
    let readers = (MediaReaders.signed + MediaReaders.searched).compactMap { $0 as? any ContainerReader.Type }
    guard let reader = readers.first(where: { "\($0)".lowercased() == name.lowercased() }) else {
        fail("ATTACHFETCH_FUZZ_READER is \"\(name)\", not one of \(readers.map { "\($0)" })")
    }
    return reader
}()

/// What libFuzzer calls with each input that it makes up; an input that breaks a promise ends the process.
///
/// The input is the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let file = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try checkMeasurement(of: file, by: reader)
        try checkEarlyLooks(at: file, by: reader)
    } catch {
        fail("the medium does not fail: \(error)")
    }
    return 0
}
