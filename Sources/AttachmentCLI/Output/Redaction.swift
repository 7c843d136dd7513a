import AttachmentDomain
import AttachmentKit
import AttachmentURL

extension AttachmentRecord {
    /// The record with query values and credentials of its URLs replaced by `REDACTED`.
    var redacted: AttachmentRecord {
        var record = self
        record.url = url.map(RequestURL.redact)
        record.requestUrl = requestUrl.map(RequestURL.redact)
        record.finalUrl = finalUrl.map(RequestURL.redact)
        return record
    }
}

extension StoredPush {
    /// The push with query values and credentials replaced: of its two URLs, and of whatever looks like a URL in its
    /// texts.
    var redacted: StoredPush {
        var push = self
        push.title = URLsInText.redacted(title)
        push.description = URLsInText.redacted(description)
        push.imageUrl = RequestURL.redact(imageUrl)
        push.pushLink = RequestURL.redact(pushLink)
        push.payload = URLsInText.redacted(payload)
        return push
    }
}

extension FetchResult {
    /// The result with query values and credentials of all its URLs replaced.
    var redacted: FetchResult {
        var result = self
        result.push = push.redacted
        result.attachments = attachments.map(\.redacted)
        return result
    }
}
