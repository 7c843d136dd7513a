import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

/// What became of one distinct URL.
indirect enum MediaOutcome: Sendable {
    case media(LoadedMedia)
    case failed(LoadFailure)
    /// A fallback that was not needed.
    case skipped

    /// What a load's end means for the push.
    init(_ landing: Landing) {
        switch landing {
        case .failed(let failure): self = .failed(failure)
        case .loaded(let loaded): self.init(loaded)
        }
    }

    /// A response without a file is no media.
    init(_ loaded: LoadedResponse) {
        if let object = loaded.object {
            self = .media(LoadedMedia(object: object, loaded: loaded))
        } else {
            self = .failed(LoadFailure(Finding(.empty, "the body is empty")))
        }
    }
}

/// Media that is in the store.
struct LoadedMedia: Sendable {
    var object: StoredObject
    var loaded: LoadedResponse
    /// Copies that were asked for, by the index of their reference.
    var copies: [Int: String] = [:]
}

/// Why there is none.
struct LoadFailure: Sendable {
    var reason: Finding
    var timing = Timing()
    var attempts: Int?
    var declaredType: String?
    /// The URL that answered, and what it said, where anybody did.
    var finalUrl: String?
    var http: HTTPFacts?
    /// Facts of bytes that came but do not count, such as a type outside the table.
    var kind: MediaKind?
    var mediaType: String?
    /// All that was found of them, where they were measured.
    var facts: Inspection?

    init(_ reason: Finding) {
        self.reason = reason
    }

    /// One for which nothing was asked.
    init(unasked reason: Finding) {
        self.reason = reason
        attempts = 0
    }

    /// What is known of bytes that do not count.
    mutating func take(_ unfit: BodyInspector.Unfit) {
        mediaType = unfit.mediaType
        kind = unfit.kind
        facts = unfit.facts
    }

    mutating func take(_ url: RequestURL, status: Int, _ headers: HTTPHeaders) {
        finalUrl = url.text
        declaredType = headers["content-type"]
        http = HTTPFacts(
            status: status, etag: headers.first("etag"), lastModified: headers.first("last-modified"))
    }
}
