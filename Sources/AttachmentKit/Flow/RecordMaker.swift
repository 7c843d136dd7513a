import AttachmentDomain
import AttachmentStore
import AttachmentURL

/// Makes the record of each reference from what became of its URL. Pure: the same outcomes give the same records.
struct RecordMaker {
    var pushKey: String
    var policy: CachePolicy
    var types: MediaTypeTable
    /// The profiles of the call; empty for those that each slot reaches.
    var profiles: [String]
    var elapsed: Int

    /// The record of a reference whose URL was loaded, or not.
    func record(
        _ reference: MediaReference, _ url: RequestURL, index: Int, outcome: MediaOutcome
    ) -> AttachmentRecord {
        var record = start(reference, url, index: index)
        switch outcome {
        case .media(let media): describe(media, url, reference, in: &record)
        case .failed(let failure): describe(failure, in: &record)
        case .skipped: record.state = .skipped
        }
        return record
    }

    /// The record of a slot that holds nothing to fetch.
    func record(_ slot: RejectedSlot, index: Int) -> AttachmentRecord {
        var record = AttachmentRecord(
            pushKey: pushKey, index: index, url: slot.url, role: slot.role, kind: .unknown, state: .failed)
        record.reason = Finding(slot.reason.code, Self.message(slot))
        return record
    }

    private func start(_ reference: MediaReference, _ url: RequestURL, index: Int) -> AttachmentRecord {
        var record = AttachmentRecord(
            pushKey: pushKey, index: index, url: reference.url, role: reference.role, kind: reference.kind,
            state: .failed)
        record.requestUrl = url.text
        return record
    }

    private func describe(_ failure: LoadFailure, in record: inout AttachmentRecord) {
        record.state = failure.reason.code.facts.state ?? .failed
        record.kind = failure.kind ?? record.kind
        record.mediaType = failure.mediaType
        if let facts = failure.facts { record.take(facts) }
        record.finalUrl = failure.finalUrl
        record.declaredType = failure.declaredType
        record.http = failure.http
        record.timing = failure.timing
        record.timing?.total = elapsed
        record.attempts = failure.attempts
        record.reason = failure.reason
    }

    private func describe(
        _ media: LoadedMedia, _ url: RequestURL, _ reference: MediaReference, in record: inout AttachmentRecord
    ) {
        let (facts, headers) = (media.object.inspection, media.loaded.response.headers)
        record.finalUrl = media.loaded.finalURL.text
        record.kind = facts.kind
        record.source = media.loaded.source
        record.ageSeconds = media.loaded.age
        record.digest = media.object.digest
        record.fileName = FileName.make(fromPath: String(url.path), fileExtension: facts.fileExtension)
        record.bytes = media.object.bytes
        record.path = media.copies[record.index] ?? media.object.path
        record.take(facts)
        record.declaredType = headers["content-type"]
        record.http = HTTPFacts(
            status: media.loaded.response.status, etag: headers.first("etag"),
            lastModified: headers.first("last-modified"), freshUntil: media.loaded.freshUntil)
        record.timing = media.loaded.timing
        record.timing?.total = elapsed
        record.attempts = media.loaded.attempts
        judge(media, url, reference, in: &record)
    }

    private func judge(
        _ media: LoadedMedia, _ url: RequestURL, _ reference: MediaReference, in record: inout AttachmentRecord
    ) {
        let names = profiles.isEmpty ? reference.targets : profiles
        let evidence = Evidence(
            inspection: media.object.inspection, bytes: media.object.bytes,
            insecure: url.scheme == .http)
        var verdicts = policy.profiles.judge(evidence, by: names)
        let facts = deliveryFindings(media, url)
        for place in verdicts.entries.indices { verdicts.entries[place].verdict.findings += facts }
        record.profiles = verdicts
        record.state = verdicts.allRefuse ? .rejected : .ready
        if verdicts.allRefuse { record.reason = Self.refusal(verdicts) }
    }

    /// What was found about the delivery itself; it changes no verdict.
    private func deliveryFindings(_ media: LoadedMedia, _ url: RequestURL) -> [Finding] {
        var findings: [Finding] = []
        if let reason = media.loaded.reason {
            let age = media.loaded.age.map { "\(grouped($0)) s old " } ?? ""
            findings.append(
                Finding(reason.code, "a \(age)copy stands in: \(reason.message)", remedy: reason.remedy))
        }
        // Of the URLs, not of the hops: an answer from the cache must not be judged otherwise than the first one.
        if media.loaded.finalURL.cacheKeyText != url.cacheKeyText {
            let target = media.loaded.finalURL
            findings.append(Finding(.redirected, "\(url.redacted) redirects to \(target.redacted)"))
        }
        if let declared = media.loaded.response.headers["content-type"], isMismatch(declared, media.object.inspection) {
            let type = MediaTypeTable.essence(of: declared)
            findings.append(
                Finding(.typeMismatch, "Content-Type says \(type), the bytes are \(media.object.inspection.mediaType)"))
        }
        return findings
    }

    private func isMismatch(_ declared: String, _ facts: Inspection) -> Bool {
        let essence = MediaTypeTable.essence(of: declared)
        return !essence.isEmpty && types.type(named: essence)?.mime != facts.mediaType && essence != facts.mediaType
    }

    /// The first finding that refuses, in the order of the judged profiles.
    private static func refusal(_ verdicts: ProfileVerdicts) -> Finding? {
        verdicts.entries.first?.verdict.findings.first
    }

    /// What exactly is malformed, with its numbers.
    private static func why(_ text: String?) -> String? {
        guard let text else { return nil }
        do {
            _ = try RequestURL.parse(text)
            return nil
        } catch {
            guard case .malformed(let why) = error else { return nil }
            return why.explanation
        }
    }

    private static func message(_ slot: RejectedSlot) -> String {
        let place = slot.jsonPointer + (slot.innerPointer.map { " (inner \($0))" } ?? "")
        return switch slot.reason {
        case .null: "\(place) is null"
        case .empty: "\(place) is empty"
        case .notAString: "\(place) is not a string"
        case .noScheme: "\(place) holds no full URL"
        case .schemeNotHTTP: "\(place) has the scheme \(slot.scheme ?? "?"), which cannot be fetched"
        case .noHost: "\(place) holds a URL without a host"
        case .malformed: "\(place) holds a malformed URL\(why(slot.url).map { ": \($0)" } ?? "")"
        }
    }
}

extension AttachmentRecord {
    /// What the structure of the bytes tells, whether they count or not.
    fileprivate mutating func take(_ facts: Inspection) {
        mediaType = facts.mediaType
        uti = facts.uti
        width = facts.width
        height = facts.height
        durationSeconds = facts.durationSeconds
        frames = facts.frames
        animated = facts.animated
        codec = facts.codec
        whole = facts.whole
        wholeUntil = facts.wholeUntil
    }
}
