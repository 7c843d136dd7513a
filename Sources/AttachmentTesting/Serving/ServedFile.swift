import CTesting
import Glibc

/// A regular file as it stood when it was asked for.
struct ServedFile {
    let bytes: SharedBytes
    /// A strong tag from time and size.
    let entityTag: String
    let lastModified: String

    /// Nil where there is no such regular file, or it cannot be read.
    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        do {
            bytes = try SharedBytes(contentsOf: path)
        } catch {
            return nil
        }
        let stamp = attach_testing_modified(path)
        entityTag = "\"\(String(stamp, radix: 16))-\(String(bytes.count, radix: 16))\""
        lastModified = httpDate(stamp / 1_000_000_000)
    }

    /// Whether the client's copy is this one: If-None-Match, else If-Modified-Since (RFC 9110 section 13.2.2), the
    /// latter by equality, as most servers do.
    func isUnchanged(for request: OriginRequest) -> Bool {
        if let tags = request.header("If-None-Match") {
            return tags.split(separator: ",").contains { tag in
                let bare = tag.drop { $0 == " " }
                return bare == "*" || bare == entityTag || bare == "W/" + entityTag
            }
        }
        return request.header("If-Modified-Since") == lastModified
    }

    /// Whether a range still means the file the client knows: If-Range (RFC 9110 section 13.1.5).
    func allowsRange(for request: OriginRequest) -> Bool {
        guard let known = request.header("If-Range") else { return true }
        return known == entityTag || known == lastModified
    }
}

/// A date as HTTP writes it, for example `Tue, 14 Nov 2023 22:13:20 GMT` (RFC 9110 section 5.6.7).
func httpDate(_ seconds: Int64) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let date = "\(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    return "\(days[Int(parts.tm_wday)]), \(date) \(clock) GMT"
}

private func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
