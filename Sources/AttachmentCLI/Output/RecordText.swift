import AttachmentDomain

/// An attachment record as lines for people.
struct RecordText {
    private let record: AttachmentRecord
    private let style: TextStyle

    init(_ record: AttachmentRecord, style: TextStyle) {
        self.record = record
        self.style = style
    }

    /// The state, what it is and where, then the reason and the remedy where it is not ready.
    var line: String {
        let facts = [what, source].compactMap(\.self).joined(separator: ", ")
        var text = "  \(mark)  \(facts)\n"
        text += record.url.map { "            \(style.faint($0.visible))\n" } ?? ""
        text += record.path.map { "            \($0.visible)\n" } ?? ""
        text += record.reason.map { "            \($0.message.visible)\n            \($0.remedy.visible)\n" } ?? ""
        return text + doubts
    }

    /// Where it is from, and how old where that tells whether it can be relied on.
    private var source: String? {
        guard record.source == .stale, let age = record.ageSeconds else { return record.source?.rawValue }
        return "stale, \(age.grouped) s old"
    }

    private var mark: String {
        let name = record.state.rawValue
        let padded = name + String(repeating: " ", count: max(0, 8 - name.count))
        return switch record.state {
        case .ready: style.good(padded)
        case .skipped: style.faint(padded)
        case .rejected, .failed, .expired: style.bad(padded)
        }
    }

    private var what: String? {
        let size = record.bytes.map { "\($0.grouped) bytes" }
        let frame = record.width.flatMap { width in record.height.map { "\(width)×\($0)" } }
        let seconds = record.durationSeconds.map { "\($0.plain) s" }
        return [record.mediaType ?? record.kind.rawValue, frame, seconds, size].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The profiles that do not simply show it.
    private var doubts: String {
        let entries = record.profiles?.entries.filter { $0.verdict.verdict != .shows } ?? []
        return entries.map { entry in
            let verdict = entry.verdict.verdict
            let name = verdict == .refused ? style.bad(verdict.rawValue) : style.doubtful(verdict.rawValue)
            let why = entry.verdict.findings.map(\.message).joined(separator: "; ")
            return "            \(entry.profile.visible): \(name)\(why.isEmpty ? "" : ", \(why.visible)")\n"
        }.joined()
    }
}

extension FixedWidthInteger {
    /// The digits in groups of three, as `10,412,331`.
    var grouped: String {
        let digits = String(magnitude)
        var text = isNegativeNumber ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 {
                text.append(",")
            }
            text.append(digit)
        }
        return text
    }

    private var isNegativeNumber: Bool { self < 0 }
}

extension Double {
    /// The shortest digits; whole numbers without a fraction.
    var plain: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
