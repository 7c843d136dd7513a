/// The stable name of everything that can be wrong with an attachment, a payload or a call. Names are never changed.
///
/// What each one means for the caller stands in one table: ``Code/facts``.
public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    // The reference in the payload.
    case urlNull = "url-null"
    case urlEmpty = "url-empty"
    case urlNotAString = "url-not-a-string"
    case urlNoScheme = "url-no-scheme"
    case urlSchemeNotHTTP = "url-scheme-not-http"
    case urlNoHost = "url-no-host"
    case urlMalformed = "url-malformed"

    // The way to the bytes.
    case addressBlocked = "address-blocked"
    case portBlocked = "port-blocked"
    case nameBlocked = "name-blocked"
    case dnsFailed = "dns-failed"
    case connectFailed = "connect-failed"
    case tlsFailed = "tls-failed"
    case httpStatus = "http-status"
    case tooManyRedirects = "too-many-redirects"
    case redirectDowngrade = "redirect-downgrade"
    case truncated
    case protocolError = "protocol-error"
    case rateLimited = "rate-limited"
    case stalled
    case cancelled
    case deadlineExceeded = "deadline-exceeded"

    // The bytes.
    case empty
    case notMedia = "not-media"
    case typeUnsupported = "type-unsupported"
    case tooLarge = "too-large"
    case tooLong = "too-long"
    case tooManyPixels = "too-many-pixels"
    case damaged
    case hashBlocked = "hash-blocked"

    // The cache.
    case cacheFull = "cache-full"
    case cacheUnavailable = "cache-unavailable"
    case diskFull = "disk-full"

    // Findings, which alone make nothing fail.
    case typeMismatch = "type-mismatch"
    case insecureURL = "insecure-url"
    case redirected
    case slow
    case nearLimit = "near-limit"
    case undocumentedType = "undocumented-type"
    case sdkWouldDrop = "sdk-would-drop"
    case notShownByTarget = "not-shown-by-target"
    case animatedShowsFirstFrame = "animated-shows-first-frame"

    // Findings about a payload as a whole.
    case mediaElsewhere = "media-elsewhere"

    // The call itself.
    case usage
    case policyInvalid = "policy-invalid"
    case inputNotFound = "input-not-found"
    case inputNotJSON = "input-not-json"
    case inputIncomplete = "input-incomplete"
    case payloadTooLarge = "payload-too-large"
    case payloadTooDeep = "payload-too-deep"
    case cacheRefused = "cache-refused"
    case cacheFormatNewer = "cache-format-newer"
}
