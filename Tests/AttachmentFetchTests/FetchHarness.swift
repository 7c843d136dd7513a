import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL

/// A fetcher that may reach the origins of a test, and nothing else that is not public.
struct FetchHarness {
    let fetcher: Fetcher

    init(
        allowing origins: [String] = [], examiner: (any HeadExaminer & Sendable)? = nil,
        headers: [String: HTTPHeaders] = [:], clock: HandMovedClock = HandMovedClock(),
        _ change: (inout NetworkPolicy) -> Void = { _ in }
    )
        throws
    {
        var policy = NetworkPolicy()
        policy.allowOrigins = origins
        policy.maxAttempts = 1
        change(&policy)
        var settings = try FetchSettings(policy: policy, now: { clock.now })
        for (origin, fields) in headers { settings.originHeaders[try Origin(origin)] = fields }
        settings.makeExaminer = { examiner }
        fetcher = Fetcher(settings)
    }

    /// Fetches, or tells why not.
    func fetch(
        _ url: String, within seconds: Double = 20, limit: Int64 = 10_000_000, memoryLimit: Int = 1 << 20,
        longest: Duration? = nil, part: PartialBody? = nil
    ) async throws -> Result<FetchResponse, FetchFault> {
        try await fetch(url, within: seconds, limit: limit) {
            $0.memoryLimit = memoryLimit
            $0.longest = longest
            $0.part = part
        }
    }

    /// The same with whatever else a request may say.
    func fetch(
        _ url: String, within seconds: Double = 20, limit: Int64 = 10_000_000,
        with change: (inout FetchRequest) -> Void
    ) async throws -> Result<FetchResponse, FetchFault> {
        var request = FetchRequest(
            url: try RequestURL.parse(url), deadline: .after(.seconds(seconds)),
            limits: ReadingLimits(judgedBy: [], ceiling: limit), makeSpool: { () throws(Finding) in MemorySpool() })
        change(&request)
        do throws(FetchFault) {
            return .success(try await fetcher.fetch(request))
        } catch {
            return .failure(error)
        }
    }

    func fault(_ url: String) async throws -> FetchFault? {
        switch try await fetch(url) {
        case .success: nil
        case .failure(let fault): fault
        }
    }

    func code(_ url: String, within seconds: Double = 20, limit: Int64 = 10_000_000) async throws -> Code? {
        switch try await fetch(url, within: seconds, limit: limit) {
        case .success: nil
        case .failure(let fault): fault.code
        }
    }
}

/// A spool that keeps its bytes where the test can see them.
final class MemorySpool: BodySpool {
    let bytes = Monitor<[UInt8]>([])
    let isDiscarded = Monitor(false)

    func append(_ more: UnsafeRawBufferPointer) throws(Finding) {
        bytes.withLock { $0.append(contentsOf: more) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Finding) -> Int {
        bytes.withLock { bytes in
            let rest = bytes.dropFirst(Int(offset)).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            return rest.count
        }
    }

    func discard() {
        isDiscarded.withLock { $0 = true }
    }
}

extension Result where Failure == FetchFault {
    /// Why not, where it did not go well.
    var fault: FetchFault? {
        if case .failure(let fault) = self { fault } else { nil }
    }
}

extension HTTPHeaders {
    /// Fields of these names and values, in this order.
    init(_ pairs: KeyValuePairs<String, String>) {
        self.init(pairs.map { Field(name: $0.key, value: $0.value) })
    }
}

extension FetchedBody {
    /// All bytes of a body in memory or in a ``MemorySpool``.
    var bytes: [UInt8] {
        switch self {
        case .none: []
        case .memory(let bytes): bytes
        case .spooled(let spool, _, _): (spool as? MemorySpool)?.bytes.withLock { $0 } ?? []
        }
    }
}
