import AttachmentDomain
import FuzzPromises

private let longest: Int64 = 2_147_483_648

/// A wait is a number of seconds or ends at a date, within bounds; anything else is none.
func checkWait(_ text: String, now: Int64) {
    guard let wait = RetryAfter(text, now: now) else {
        require(!isNumber(text), "a number is a wait: \(text)")
        return
    }
    require(0...longest ~= wait.seconds, "a wait has its bounds: \(text)")
    require(wait.instant >= now, "a wait does not end before it begins: \(text)")
    let (end, isTooFar) = now.addingReportingOverflow(wait.seconds)
    require(wait.instant == (isTooFar ? .max : end), "a wait ends when it is over: \(text)")
    if isNumber(text) {
        require(wait.seconds == saturated(text), "a number is its seconds: \(text)")
    } else if let date = HTTPDate.seconds(of: text, around: now) {
        let isPast = date <= now
        require(isPast == (wait.seconds == 0), "only a date to come is waited for: \(text)")
        require(isPast || wait.seconds == longest || wait.instant == date, "a wait ends at its date: \(text)")
    } else {
        fail("what is no number and no date is no wait: \(text)")
    }
}

private func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}

private func saturated(_ digits: String) -> Int64 {
    digits.utf8.reduce(0) { min($0 * 10 + Int64($1) - 48, longest) }
}
