import AttachmentDomain
import FuzzPromises

@testable import AttachmentFetch

/// What became of a body.
struct Decoding: CustomStringConvertible {
    private(set) var bytes: [UInt8] = []
    private(set) var fault: FetchFault.Kind?
    let isComplete: Bool

    var description: String {
        "\(bytes.count) bytes, \(fault.map { "\($0)" } ?? "no fault"), \(isComplete ? "complete" : "not complete")"
    }

    /// Decodes it in such portions, with a taker that stops at the limit as that of a transfer does.
    init(of body: [UInt8], _ setting: CodingSetting, portions: [Int]) {
        guard let decoder = ContentDecoder(setting.codings, limit: setting.limit) else {
            fail("a coding has a decoder")
        }
        var taken: [UInt8] = []
        var (start, turn, stop) = (0, 0, FetchFault.Kind?.none)
        while start < body.count, stop == nil {
            let end = min(body.count, start + portions[turn % portions.count])
            stop = body[start..<end].withUnsafeBytes { portion in
                decoder.decode(portion) { Self.take($0, into: &taken, setting.limit) }
            }
            (start, turn) = (end, turn + 1)
        }
        (bytes, fault, isComplete) = (taken, stop, decoder.isComplete)
    }

    private static func take(
        _ made: UnsafeRawBufferPointer, into taken: inout [UInt8], _ limit: Int64
    ) -> FetchFault.Kind? {
        require(taken.count <= limit, "nothing is given to a taker that wants no more")
        require(1...65_536 ~= made.count, "a piece has bytes, and not more than fit: \(made.count)")
        taken += made
        guard taken.count > limit else { return nil }
        return .tooLarge(limit: limit, announced: nil, mediaType: nil, kind: .unknown)
    }
}
