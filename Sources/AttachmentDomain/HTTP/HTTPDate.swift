/// A date of HTTP as Unix seconds (RFC 9110 5.6.7): the preferred form and both obsolete ones.
public enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    ///
    /// Letters may be of any case (RFC 9111 4.2). Nil for anything else: another zone than GMT, other marks between the
    /// parts, a number with too few digits, a day that its month does not have.
    ///
    /// - Parameters:
    ///   - text: without blanks at its ends.
    ///   - now: Unix seconds. A year of two digits that would be more than 50 years after it is of the century before
    ///     (RFC 9110 5.6.7); where it is not given, such years are taken as 1970 to 2069.
    public static func seconds(of text: String, around now: Int64? = nil) -> Int64? {
        if let seconds = plain(text) { return seconds }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return switch words.count {
        case 6 where isZone(words[5]) && isDayName(words[0], among: shortDays, then: ","):
            seconds(day: words[1], month: words[2], year: fourDigits(words[3]), time: words[4])
        case 4 where isZone(words[3]) && isDayName(words[0], among: longDays, then: ","):
            obsolete(words[1], time: words[2], around: now)
        case 5 where isDayName(words[0], among: shortDays):
            seconds(day: words[2], month: words[1], year: fourDigits(words[4]), time: words[3])
        // The day of asctime has two places, of which the first may be blank.
        case 6 where words[2].isEmpty && words[3].utf8.count == 1 && isDayName(words[0], among: shortDays):
            seconds(day: "0" + words[3], month: words[1], year: fourDigits(words[5]), time: words[4])
        default: nil
        }
    }

    /// The preferred form as nearly every origin writes it, read in one pass; nil for all else.
    private static func plain(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[19] == UInt8(ascii: ":"),
                bytes[22] == UInt8(ascii: ":"), bytes[25...].elementsEqual(" GMT".utf8),
                [4, 7, 11, 16].allSatisfy({ bytes[$0] == UInt8(ascii: " ") }),
                shortDays.contains(where: { bytes[..<3].elementsEqual($0.utf8) }),
                let month = months.firstIndex(where: { bytes[8..<11].elementsEqual($0.utf8) }),
                let day = number(bytes[5..<7]), let year = number(bytes[12..<16]), let hour = number(bytes[17..<19]),
                let minute = number(bytes[20..<22]), let second = number(bytes[23..<25]), year >= 1601,
                (1...31).contains(day), hour < 24, minute < 60, second <= 60
            else { return nil }
            let days = days(year: year, month: month + 1, day: day)
            guard day <= 28 || date(ofDay: days).day == day else { return nil }
            return days * 86400 + hour * 3600 + minute * 60 + min(second, 59)
        }
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            number = number * 10 + Int64(digit) - 48
        }
        return number
    }

    private static func isZone(_ word: Substring) -> Bool { word.lowercased() == "gmt" }

    private static func isDayName(_ word: Substring, among names: [String], then mark: String = "") -> Bool {
        let word = word.lowercased()
        return names.contains { $0.lowercased() + mark == word }
    }

    /// The form of RFC 850, with dashes and a year of two digits.
    private static func obsolete(_ date: Substring, time: Substring, around now: Int64?) -> Int64? {
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let short = number(parts[2], digits: 2) else { return nil }
        guard let now else {
            return seconds(day: parts[0], month: parts[1], year: short < 70 ? 2000 + short : 1900 + short, time: time)
        }
        let today = self.date(ofDay: min(max(now, 0), latest) / 86400)
        let year = today.year / 100 * 100 + short
        let isPast = year > today.year + 50
        return seconds(day: parts[0], month: parts[1], year: isPast ? year - 100 : year, time: time)
    }

    /// The last second of the year 9999.
    private static let latest: Int64 = 253_402_300_799

    /// The preferred form of an instant given in Unix seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Years beyond 9999, which the form has no room for, are written as the last second of that year.
    public static func text(of seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), latest)
        let (days, clock) = seconds.quotientAndRemainder(dividingBy: 86400)
        let date = date(ofDay: days)
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map(twoDigits).joined(separator: ":")
        let year = String(String(date.year + 10_000).dropFirst())
        // 1970-01-01 was a Thursday.
        return "\(shortDays[Int((days + 4) % 7)]), \(twoDigits(date.day)) \(months[date.month - 1]) \(year) \(time) GMT"
    }

    private static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    private static func seconds(
        day: some StringProtocol, month: Substring, year: Int64?, time: Substring
    ) -> Int64? {
        guard let day = number(day, digits: 2), (1...31).contains(day), let year, let clock = clock(time),
            let month = months.firstIndex(where: { $0.lowercased() == month.lowercased() })
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        // The 30th of February would be a day of March.
        guard date(ofDay: days).day == day else { return nil }
        return days * 86400 + clock
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// From 1601, the first year of the calendar's own era of 400 years.
    private static func fourDigits(_ text: Substring) -> Int64? {
        number(text, digits: 4).flatMap { $0 >= 1601 ? $0 : nil }
    }

    /// Seconds of the day; a leap second counts as the last one of its minute.
    private static func clock(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    private static func number(_ text: some StringProtocol, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
    private static func days(year: Int64, month: Int, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let century = year / 400
        let yearOfEra = year - century * 400
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return century * 146_097 + dayOfEra - 719_468
    }

    /// The date of a day counted from 1970-01-01: the way back of ``days(year:month:day:)``.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = days + 719_468
        let century = shifted / 146_097
        let dayOfEra = shifted - century * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + century * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
