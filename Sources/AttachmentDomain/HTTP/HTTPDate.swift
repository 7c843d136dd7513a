/// A date of HTTP as Unix seconds (RFC 9110 5.6.7): the preferred form and both obsolete ones.
public enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    ///
    /// Nil for anything else, and for a day that its month does not have. Years of two digits are taken as 1970 to 2069.
    public static func seconds(of text: String) -> Int64? {
        let words = text.split { " ,-".contains($0) }.map(String.init)
        return switch words.count {
        case 6 where words[5] == "GMT" || words[5] == "UTC":
            seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5: seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default: nil
        }
    }

    /// The preferred form of an instant given in Unix seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Years beyond 9999, which the form has no room for, are written as the last second of that year.
    public static func text(of seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        let (days, clock) = seconds.quotientAndRemainder(dividingBy: 86400)
        let date = date(ofDay: days)
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map(twoDigits).joined(separator: ":")
        let year = String(String(date.year + 10_000).dropFirst())
        // 1970-01-01 was a Thursday.
        return "\(weekdays[Int((days + 4) % 7)]), \(twoDigits(date.day)) \(months[date.month - 1]) \(year) \(time) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
        guard let day = number(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            let year = fullYear(year), let clock = clock(time)
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        // The 30th of February would be a day of March.
        guard date(ofDay: days).day == day else { return nil }
        return days * 86400 + clock
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func fullYear(_ text: String) -> Int64? {
        guard let year = number(text) else { return nil }
        guard text.utf8.count == 2 else { return year >= 1601 ? year : nil }
        return year < 70 ? 2000 + year : 1900 + year
    }

    /// Seconds of the day; a leap second counts as the last one of its minute.
    private static func clock(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    private static func number(_ text: String) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
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
