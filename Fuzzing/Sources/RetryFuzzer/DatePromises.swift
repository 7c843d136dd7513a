import AttachmentDomain
import FuzzPromises
import Glibc

/// The last second that the form has room for: the end of the year 9999.
private let last: Int64 = 253_402_300_799

/// An instant is written as the C library writes it, and read again.
func checkInstant(_ seconds: Int64) {
    let instants = [seconds, seconds % (2 * last), seconds % (1 << 32)]
    for instant in instants {
        let text = HTTPDate.text(of: instant)
        require(text == textBySystem(min(max(instant, 0), last)), "the C library writes it alike: \(text)")
        require(HTTPDate.seconds(of: text) == min(max(instant, 0), last), "a date is read as it was written: \(text)")
    }
}

private func textBySystem(_ seconds: Int64) -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    let text = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
        count = strftime(buffer.baseAddress!, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    }
    return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// What is read as a date is one of the years 1601 to 9999, and the day that is written.
func checkDate(_ text: String) {
    guard let seconds = HTTPDate.seconds(of: text) else { return }
    require(-11_644_473_600...last ~= seconds, "a date has its bounds: \(text)")
    guard seconds >= 0 else { return }
    let written = HTTPDate.text(of: seconds)
    require(HTTPDate.seconds(of: written) == seconds, "a date is read as it was written: \(text)")
    let day = Int(written.dropFirst(5).prefix(2))
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    require(numbers.contains(day ?? -1), "a date is that of its day: \(text) is \(written)")
}
