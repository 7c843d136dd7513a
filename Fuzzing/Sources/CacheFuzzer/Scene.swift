import AttachmentDomain
import FuzzPromises

/// A cache at one moment, as an input describes it.
///
/// The first block is the request, each other one an answer. A line is a field, or `:name value` for what is no field:
/// the times, the policy, the status. A line that begins with `>` is a field of the request that an answer was given to;
/// without any it is the request of the first block.
struct Scene {
    private(set) var request = CacheRequest()
    private(set) var policy = CachingPolicy()
    private(set) var now: Int64 = 0
    private(set) var attempts = 0
    /// From 0 up to 1.
    private(set) var chance = 0.0
    private(set) var answers: [Answer] = []

    /// An answer as it came.
    struct Answer {
        var status = 200
        var headers = HTTPHeaders()
        var request = HTTPHeaders()
        var requestedAt: Int64 = 0
        var receivedAt: Int64 = 0

        /// As it is kept.
        func kept(_ mode: CachingPolicy.Mode) -> CachedResponse {
            CachedResponse(
                status: status, headers: KeptFields.of(headers, mode: mode, receivedAt: receivedAt),
                variant: Variant(vary: headers["vary"], request: request), requestedAt: requestedAt,
                receivedAt: receivedAt)
        }
    }

    init(_ bytes: [UInt8]) {
        let blocks = lines(of: bytes).split(omittingEmptySubsequences: false) { $0 == [10] || $0 == [13, 10] }
        readRequest(Block(blocks.first ?? []))
        answers = blocks.dropFirst().prefix(6).map { answer(Block($0)) }
    }

    private mutating func readRequest(_ block: Block) {
        request = CacheRequest(fields: block.fields)
        if let method = block.words["method"] { request.method = method }
        policy.mode = block.words["shared"] == nil ? .private : .shared
        policy.offline = block.words["offline"] != nil
        policy.minFreshSeconds = block.seconds("floor") ?? 0
        policy.maxFreshSeconds = block.seconds("cap") ?? policy.maxFreshSeconds
        policy.staleIfErrorSeconds = block.seconds("stale") ?? policy.staleIfErrorSeconds
        policy.negative.permanentSeconds = block.seconds("permanent") ?? policy.negative.permanentSeconds
        policy.negative.transientSeconds = block.seconds("transient") ?? policy.negative.transientSeconds
        now = block.number("now") ?? 1_700_000_000
        attempts = Int(block.number("attempts") ?? 1)
        chance = Double(UInt8(truncatingIfNeeded: block.number("chance") ?? 0)) / 256
    }

    private func answer(_ block: Block) -> Answer {
        let received = block.number("received") ?? 1_700_000_000
        return Answer(
            status: Int(block.number("status") ?? 200), headers: block.fields,
            request: block.requestFields.fields.isEmpty ? request.fields : block.requestFields,
            requestedAt: block.number("requested") ?? received, receivedAt: received)
    }
}

/// Lines without an empty one between them.
private struct Block {
    var fields = HTTPHeaders()
    var requestFields = HTTPHeaders()
    var words: [String: String] = [:]

    init(_ lines: ArraySlice<[UInt8]>) {
        for line in lines {
            let text = line.last == 10 ? line.dropLast() : line[...]
            switch text.first {
            case UInt8(ascii: ":"): addWord(text.dropFirst())
            case UInt8(ascii: ">"): text.dropFirst().withUnsafeBytes { requestFields.append(line: $0) }
            default: text.withUnsafeBytes { fields.append(line: $0) }
            }
        }
    }

    private mutating func addWord(_ line: ArraySlice<UInt8>) {
        let halves = line.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard let name = halves.first else { return }
        words[name] = halves.count > 1 ? halves[1].trimmingOWS() : ""
    }

    func number(_ name: String) -> Int64? {
        words[name].flatMap { Int64($0) }
    }

    /// As the policy takes it: not negative.
    func seconds(_ name: String) -> Int64? {
        number(name).map { max(0, $0) }
    }
}
