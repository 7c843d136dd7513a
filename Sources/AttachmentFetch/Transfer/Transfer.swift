import AttachmentDomain
import AttachmentURL
import CCurl
import Glibc

/// One URL on its way to a body, over all its hops and attempts. Lives on the fetcher's thread; libcurl's callbacks
/// reach it through an unmanaged pointer while its easy handle is in the multi handle.
final class Transfer {
    let id: Int
    let request: FetchRequest
    let complete: (Result<FetchResponse, FetchFault>) -> Void
    let surroundings: Surroundings
    var plan: FetchPlan
    /// When it has to be over: the call's deadline, and the share of one attachment once it has begun.
    var deadline: Deadline
    /// What it is doing, as long as libcurl is not at it; ``phase`` is exact.
    var stage = FetchPhase.queued
    var timing = Timing()
    /// The host in whose name it holds a connection slot; nil while it holds none.
    var slot: Host?
    var queuedSince = ContinuousClock.Instant.now
    /// How many requests were sent for it, redirects not counted.
    var attempts = 0
    /// Whether it was answered. libcurl may still be at its last hop; nothing of that counts.
    var isOver = false
    /// Why it waits for its next try, from the fault until that try begins.
    var lastFault: FetchFault.Kind?
    /// When a pause before the next try is over.
    var resumeAt: ContinuousClock.Instant?
    /// Whether a connection fell silent under it: the next one is made for it alone.
    var hasStalled = false
    /// What arrived before an interruption; its rest is asked for where its URL is asked again.
    var part: HeldPart?
    /// Whether it may take up a part from the cache; not once a rest was unusable, or that could go on for ever.
    var takesParts = true
    /// Which of its questions to the cache was the last one; answers to others come too late.
    var consultations = 0

    // The hop under way, until the next one begins.
    /// Who is asked.
    var asked: RequestURL
    /// Unix seconds when it began.
    var requestedAt: Int64 = 0
    /// Unix seconds when its head was complete.
    var receivedAt: Int64 = 0
    /// The validators of a stored response of the URL that is asked, or is to be asked next.
    var validators: FetchRequest.Validators?

    var lookups = HopLookups()
    var easy: CurlEasy?
    var lists: [CurlList] = []
    var mayConnect: ConnectPermission?
    /// The sockets that were opened for this hop; libcurl owns them. None where a connection is used again.
    var sockets: [Int32] = []
    /// Whether the hop must not use a connection again, since the last one failed for that.
    var needsFreshConnection = false
    /// Until when the hop waits for the connection that another one is making; nil where it makes its own.
    var sharesUntil: ContinuousClock.Instant?
    /// Whether a connection was given up before anything was asked on it.
    var refusedConnection = false
    var stallWatch: StallWatch?
    /// Whether the head has decided, and the rest is read for its connection's sake alone.
    var isDraining = false
    /// Until when that goes on.
    var drainsUntil: ContinuousClock.Instant?
    /// Whether the rest of ``part`` was asked for.
    var asksForRest = false
    var head = ResponseHead()
    var response: ResponsePlan?
    var body: BodyCollector?
    var decoder: ContentDecoder?
    /// The end of a connection of TLS, where that alone tells the end of the body.
    var tlsEnd: TLSEnd?
    /// Why a callback ended the hop.
    var stop: FetchFault.Kind?
    var discarded: Int64 = 0
    /// Bytes of the body of this hop, as they came.
    var hopBytes: Int64 = 0

    /// What all transfers of a loop share.
    struct Surroundings {
        let policy: NetworkPolicy
        /// Unix seconds.
        let now: () -> Int64
        let examiner: () -> (any HeadExaminer)?
        let memory: BodyMemory
        /// Told of each transfer whose head has decided, and whose body is read for its connection's sake alone.
        let drains: (Int) -> Void
        let sockets: OpenSockets
    }

    /// A body of no interest is read to its end up to here, so that its connection can be used again.
    static let worthDraining: Int64 = 65536

    init(
        id: Int, request: FetchRequest, in surroundings: Surroundings,
        complete: @escaping (Result<FetchResponse, FetchFault>) -> Void
    ) {
        self.id = id
        self.request = request
        asked = request.url
        validators = request.validators
        self.complete = complete
        self.surroundings = surroundings
        deadline = request.deadline
        let policy = surroundings.policy
        plan = FetchPlan(
            request.url, limits: .init(maxRedirects: policy.maxRedirects, maxAttempts: policy.maxAttempts))
    }

    /// Begins a hop to where the plan stands.
    func beginHop() {
        forgetHop()
        asked = plan.url
        requestedAt = surroundings.now()
    }

    /// The plan stands at another URL: what is known of that alone counts there.
    func turn() {
        validators = plan.url == request.url ? request.validators : nil
    }

    /// Forgets the last hop.
    func forgetHop() {
        body?.discard()
        body = nil
        decoder = nil
        tlsEnd = nil
        head = ResponseHead()
        response = nil
        stop = nil
        sockets = []
        sharesUntil = nil
        refusedConnection = false
        stallWatch = nil
        isDraining = false
        drainsUntil = nil
        asksForRest = false
        discarded = 0
        hopBytes = 0
    }

    /// The finished body; the transfer no longer owns it.
    func takeBody() -> FetchedBody {
        defer { body = nil }
        return body?.finish() ?? .none
    }

    /// Whether a part from the cache is of use for the URL that is to be asked next: one of that URL, unless something of
    /// it is there that is newer.
    func mayHold(_ given: PartialBody) -> Bool {
        takesParts && given.url == plan.url && part?.url != plan.url
    }

    /// Takes up what an earlier transfer left, in the place of what it holds.
    func hold(_ given: PartialBody) {
        do throws(Finding) {
            let collector = try BodyCollector(request, continuing: given, budget: surroundings.memory)
            guard let taken = HeldPart(given, collector) else { return }
            dropPart()
            part = taken
        } catch {
            // A part that cannot be read back is none: the body is asked for from its beginning.
            return
        }
    }

    /// Gives up what it holds of a body.
    func dropPart() {
        part?.collector.discard()
        part = nil
    }

    /// Holds what came of the body where the rest can be asked for, and gives it up where not.
    func holdPart(after fault: FetchFault.Kind) {
        defer { body = nil }
        guard fault.leavesPart(inBody: body != nil) else {
            body?.discard()
            dropPart()
            return
        }
        guard let body, part?.collector !== body else { return }
        part = HeldPart(body, of: head, from: plan.url)
        if part == nil { body.discard() }
    }

    /// What exactly it is doing now.
    var phase: FetchPhase {
        guard stage == .connecting, let easy else { return stage }
        if head.hasBegun { return head.isComplete ? .body : .head }
        // libcurl hands over whole lines; the first byte of one that is not whole it notes in its clock.
        if easy.microseconds(CURLINFO_STARTTRANSFER_TIME_T) > 0 { return .head }
        if easy.microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0 { return .waiting }
        guard plan.url.scheme == .https, isSocketConnected else { return .connecting }
        // A tunnel through a proxy comes before the handshake.
        return surroundings.policy.proxy == nil || easy.number(CURLINFO_HTTP_CONNECTCODE) / 100 == 2
            ? .handshake : .connecting
    }

    /// Whether it has no connection of its own and none that is used again: libcurl keeps it until another one's stands.
    var waitsForOthersConnection: Bool { sockets.isEmpty && phase == .connecting }

    /// libcurl's own clock for the connection is set only after the handshake, so the socket itself is asked.
    private var isSocketConnected: Bool {
        sockets.contains { OpenSockets.isConnected($0) || surroundings.sockets.wasConnected($0) }
    }

    /// Decoded bytes that are there, of this hop or of an earlier one.
    var received: Int64 { body?.count ?? part?.count ?? 0 }

    /// The length of the whole body, where it is known.
    var expected: Int64? {
        if case .append(let range) = response { return range.total ?? part?.total }
        return head.decodedLength
    }

    /// A fault of this transfer, with its attempts and times.
    func fault(_ kind: FetchFault.Kind) -> FetchFault {
        var fault = FetchFault(kind, url: plan.url.redacted)
        fault.attempts = attempts
        fault.timing = timing
        fault.hops = plan.hops
        if head.isComplete {
            fault.response = .init(
                url: asked, status: head.status, headers: head.headers, requestedAt: requestedAt,
                receivedAt: receivedAt)
        }
        return fault
    }
}
