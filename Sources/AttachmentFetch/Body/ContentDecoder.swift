import AttachmentCompression
import AttachmentDomain

/// Undoes the content codings of one body, the one that was applied last first.
final class ContentDecoder {
    private let codings: [ContentCoding]
    private let streams: [InflateStream]
    private let limit: Int64

    /// - Parameters:
    ///   - codings: in the order in which they were applied; nil is returned when there are none.
    ///   - limit: the most bytes that any stage may give. Without it, codings in each other could make gigabytes of
    ///     work without a byte of result.
    init?(_ codings: [ContentCoding], limit: Int64) {
        guard !codings.isEmpty else { return nil }
        self.codings = codings.reversed()
        self.limit = limit
        streams = codings.reversed().map { InflateStream($0.wrapping) }
    }

    /// Whether every stage has come to its end.
    var isComplete: Bool { streams.allSatisfy(\.isComplete) }

    /// Decodes the next bytes and gives the result to `take`, piece by piece, until that returns a reason to stop.
    func decode(
        _ bytes: UnsafeRawBufferPointer, take: (UnsafeRawBufferPointer) -> FetchFault.Kind?
    ) -> FetchFault.Kind? {
        decode(bytes, stage: 0, take: take)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, stage: Int, take: (UnsafeRawBufferPointer) -> FetchFault.Kind?
    ) -> FetchFault.Kind? {
        guard stage < streams.count else { return take(bytes) }
        let stream = streams[stage]
        let isLast = stage == streams.count - 1
        let stop = stream.decode(bytes) { made -> FetchFault.Kind? in
            // The result itself is limited by its taker, who knows more about it.
            guard isLast || stream.produced <= limit else {
                return .tooLarge(limit: limit, announced: nil, mediaType: nil, kind: .unknown)
            }
            return decode(made, stage: stage + 1, take: take)
        }
        switch stop {
        case nil: return nil
        case .taken(let reason): return reason
        case .broken(let why): return .protocolError(why: "its \(codings[stage]) coding is broken: \(why)")
        }
    }
}

extension ContentCoding {
    fileprivate var wrapping: InflateStream.Wrapping {
        switch self {
        case .gzip: .gzip
        case .deflate: .deflate
        }
    }
}
