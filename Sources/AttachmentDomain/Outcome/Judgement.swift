/// What is known of an attachment when a profile judges it: the facts of the bytes and how they were asked for.
public struct Evidence: Hashable, Sendable {
    public var inspection: Inspection
    /// The size of the file.
    public var bytes: Int64
    /// Whether the request went over cleartext http.
    public var insecure: Bool

    public init(inspection: Inspection, bytes: Int64, insecure: Bool) {
        self.inspection = inspection
        self.bytes = bytes
        self.insecure = insecure
    }
}

extension Profile {
    /// Judges an attachment by this profile: refused where any finding refuses, doubtful where any doubts, else shown.
    /// Findings that refuse come first.
    public func judge(_ evidence: Evidence, profileName: String) -> ProfileVerdict {
        let judged =
            [
                judgeType(evidence, profileName), judgeSecurity(evidence, profileName),
                judgeSize(evidence, profileName), judgeLength(evidence, profileName),
                judgePixels(evidence, profileName),
            ].compactMap(\.self)
        let verdict: Verdict =
            if judged.contains(where: { $0.verdict == .refused }) {
                .refused
            } else if judged.contains(where: { $0.verdict == .doubtful }) {
                .doubtful
            } else {
                .shows
            }
        let byWeight = [Verdict.refused, .doubtful, .shows].flatMap { weight in judged.filter { $0.verdict == weight } }
        return ProfileVerdict(verdict: verdict, findings: byWeight.map(\.finding))
    }

    private typealias Judged = (verdict: Verdict, finding: Finding)

    private func judgeType(_ evidence: Evidence, _ name: String) -> Judged? {
        let mime = evidence.inspection.mediaType
        if documented.contains(mime) { return nil }
        if reported.contains(mime) {
            return (.doubtful, Finding(.undocumentedType, "\(mime) is not in the documents of profile \(name)"))
        }
        return (.refused, Finding(.typeUnsupported, "\(mime) is not shown by profile \(name)"))
    }

    private func judgeSecurity(_ evidence: Evidence, _ name: String) -> Judged? {
        guard evidence.insecure else { return nil }
        return requireHTTPS
            ? (.refused, Finding(.insecureURL, "profile \(name) demands https"))
            : (.shows, Finding(.insecureURL, "the URL is cleartext http"))
    }

    private func judgeSize(_ evidence: Evidence, _ name: String) -> Judged? {
        judge(
            evidence.bytes, of: evidence, against: \.maxBytes, code: .tooLarge, profileName: name,
            what: { "\(evidence.inspection.mediaType) of \(grouped($0)) bytes" }, limitText: { grouped($0) })
    }

    private func judgeLength(_ evidence: Evidence, _ name: String) -> Judged? {
        guard let seconds = evidence.inspection.durationSeconds else { return nil }
        return judge(
            seconds, of: evidence, against: \.maxSeconds, code: .tooLong, profileName: name,
            what: { "\(evidence.inspection.mediaType) of \($0) seconds" }, limitText: { "\($0)" })
    }

    private func judgePixels(_ evidence: Evidence, _ name: String) -> Judged? {
        guard let pixels = evidence.inspection.declaredPixels else { return nil }
        return judge(
            pixels, of: evidence, against: \.maxPixels, code: .tooManyPixels, profileName: name,
            what: { "\(evidence.inspection.mediaType) of \(grouped($0)) pixels" }, limitText: { grouped($0) })
    }

    /// Beyond `limits` refused, beyond `reportedLimits` doubtful, with the same code.
    private func judge<Amount: Comparable>(
        _ amount: Amount, of evidence: Evidence, against member: KeyPath<MediaLimit, Amount?>, code: Code,
        profileName: String, what: (Amount) -> String, limitText: (Amount) -> String
    ) -> Judged? {
        let kind = evidence.inspection.kind
        if let limit = limits[kind]?[keyPath: member], amount > limit {
            return (
                .refused, Finding(code, "\(what(amount)) exceeds \(limitText(limit)) of profile \(profileName)")
            )
        }
        if let limit = reportedLimits[kind]?[keyPath: member], amount > limit {
            let message =
                "\(what(amount)) exceeds \(limitText(limit)), beyond which profile \(profileName) was seen to fail"
            return (.doubtful, Finding(code, message))
        }
        return nil
    }
}

extension Profiles {
    /// The verdict of each named profile, in that order; names without a profile are passed over.
    public func judge(_ evidence: Evidence, by names: [String]) -> ProfileVerdicts {
        ProfileVerdicts(
            names.compactMap { name in
                self[name].map {
                    .init(profile: name, verdict: $0.judge(evidence, profileName: name))
                }
            })
    }
}

/// A whole number with a comma between groups of three digits, as messages show sizes.
public func grouped(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (position, digit) in digits.enumerated() {
        if position > 0, (digits.count - position).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
        text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
}
