import AttachmentDomain
import AttachmentStore
import AttachmentURL

/// A response with its body, from the network or the cache.
struct LoadedResponse: Sendable {
    var response: CachedResponse
    var body: Body
    /// Who gave it, after redirects.
    var finalURL: RequestURL
    /// Unix seconds until which neither it nor a redirect that leads to it has to be asked about.
    var freshUntil: Int64
    var source: AttachmentSource
    /// In seconds; nil from the network.
    var age: Int64?
    /// Why a stored response stands in, where asking has failed.
    var reason: Finding?
    var timing = Timing()
    var attempts: Int?

    enum Body: Sendable {
        case stored(StoredObject)
        /// Of an answer that may not be stored: it is there for as long as this value lives.
        case passing(PlacedObject, Inspection)
        case none
    }

    /// The body as media in the cache; nil where it is none.
    var object: StoredObject? {
        if case .stored(let object) = body { object } else { nil }
    }

    init(
        response: CachedResponse, body: Body, finalURL: RequestURL, freshUntil: Int64, source: AttachmentSource
    ) {
        self.response = response
        self.body = body
        self.finalURL = finalURL
        self.freshUntil = freshUntil
        self.source = source
    }

    /// What the cache answers by itself.
    init(_ answer: CachedAnswer) {
        response = answer.stored.response
        body = answer.object.map { .stored($0) } ?? .none
        finalURL = answer.finalURL
        freshUntil = answer.freshUntil
        source = answer.isStale ? .stale : .cache
        age = answer.age
        reason = answer.reason
    }
}

/// How a flight ends.
enum Landing: Sendable {
    case loaded(LoadedResponse)
    case failed(LoadFailure)
}
