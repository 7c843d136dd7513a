/// How many decoded bytes of a body are read, by kind: the largest limit of the judged profiles.
public struct ReadingLimits: Hashable, Sendable {
    public var image: Int64
    public var audio: Int64
    public var video: Int64

    /// A kind that no judged profile limits is read up to `ceiling`, such as the largest object that the cache takes.
    public init(judgedBy profiles: [Profile], ceiling: Int64) {
        func largest(_ kind: MediaKind) -> Int64 {
            let limits = profiles.map { $0.limits[kind]?.maxBytes }
            let known = limits.compactMap(\.self)
            return min(ceiling, known.count == limits.count ? known.max() ?? ceiling : ceiling)
        }
        image = largest(.image)
        audio = largest(.audio)
        video = largest(.video)
    }

    /// The limit for that kind; while the kind is unknown the largest of all.
    public subscript(kind: MediaKind) -> Int64 {
        switch kind {
        case .image: image
        case .audio: audio
        case .video: video
        case .unknown: max(image, audio, video)
        }
    }
}

extension ReadingLimits {
    /// The larger limit of both, kind by kind.
    public func union(_ other: ReadingLimits) -> ReadingLimits {
        var both = self
        both.image = max(image, other.image)
        both.audio = max(audio, other.audio)
        both.video = max(video, other.video)
        return both
    }
}

extension CacheLimits {
    /// The largest single object that is kept: an eighth of the cache, so that one file cannot push out all others.
    public var maxObjectBytes: Int64 { maxBytes / 8 }
}
