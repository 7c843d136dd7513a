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
    /// When a pause before the next try is over.
    var resumeAt: ContinuousClock.Instant?
    /// Whether a connection fell silent under it: the next one is made for it alone.
    var hasStalled = false
    /// What arrived before an interruption; its rest is asked for where its URL is asked again.
    var part: HeldPart?

    // The hop under way.
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
    private(set) var refusedConnection = false
    var stallWatch: StallWatch?
    /// Whether the head has decided, and the rest is read for its connection's sake alone.
    private(set) var isDraining = false
    /// Until when that goes on.
    var drainsUntil: ContinuousClock.Instant?
    /// Whether the rest of ``part`` was asked for.
    var asksForRest = false
    private(set) var head = ResponseHead()
    private(set) var response: ResponsePlan?
    private(set) var body: BodyCollector?
    private var decoder: ContentDecoder?
    /// The end of a connection of TLS, where that alone tells the end of the body.
    private var tlsEnd: TLSEnd?
    /// Why a callback ended the hop.
    private(set) var stop: FetchFault.Kind?
    private var discarded: Int64 = 0
    /// Bytes of the body of this hop, as they came.
    private var hopBytes: Int64 = 0

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
    private static let worthDraining: Int64 = 65536

    init(
        id: Int, request: FetchRequest, in surroundings: Surroundings,
        complete: @escaping (Result<FetchResponse, FetchFault>) -> Void
    ) {
        self.id = id
        self.request = request
        self.complete = complete
        self.surroundings = surroundings
        deadline = request.deadline
        let policy = surroundings.policy
        plan = FetchPlan(
            request.url, limits: .init(maxRedirects: policy.maxRedirects, maxAttempts: policy.maxAttempts))
    }

    /// Forgets the last hop before the next one.
    func beginHop() {
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

    /// Holds what came of the body where the rest can be asked for, and gives it up where not.
    func holdPart(after fault: FetchFault.Kind) {
        defer { body = nil }
        guard fault.leavesPart(inBody: body != nil) else {
            body?.discard()
            part?.collector.discard()
            part = nil
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
        return plan.url.scheme == .https && isSocketConnected ? .handshake : .connecting
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
        if head.isComplete { fault.response = .init(url: plan.url, status: head.status, headers: head.headers) }
        return fault
    }
}

// MARK: What libcurl hands over

extension Transfer {
    /// One line of the response head; false ends the transfer.
    func take(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard !isOver else { return false }
        stallWatch?.note(line.count)
        switch head.take(line) {
        case .more: return true
        case .tooLarge:
            stop = .protocolError(
                why: "the response head is larger than \(grouped(Int64(ResponseHead.maxBytes))) bytes")
            return false
        case .complete:
            return begin(
                ResponsePlan(
                    head,
                    to: .init(
                        isConditional: request.validators != nil, part: asksForRest ? part : nil,
                        limit: request.limits[.unknown], now: surroundings.now())))
        }
    }

    private func begin(_ plan: ResponsePlan) -> Bool {
        response = plan
        if head.isEndedByConnection, let easy { tlsEnd = TLSEnd(of: easy) }
        switch plan {
        case .collect:
            dropPart()
            body = BodyCollector(request, announced: head.decodedLength, budget: surroundings.memory)
            if case .known(let codings) = head.codings {
                decoder = ContentDecoder(codings, limit: request.limits[.unknown])
            }
            return true
        case .append:
            body = part?.collector
            return true
        case .fail(let kind):
            stop = kind
            return drain()
        case .notModified, .nothing, .redirect: return drain()
        }
    }

    private func drain() -> Bool {
        guard isWorthDraining else { return false }
        isDraining = true
        surroundings.drains(id)
        return true
    }

    private func dropPart() {
        part?.collector.discard()
        part = nil
    }

    private var isWorthDraining: Bool {
        head.status >= 200 && head.contentLength.map { $0 <= Self.worthDraining } ?? true
    }

    /// The next bytes, as they came; false ends the transfer.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isOver else { return false }
        stallWatch?.note(bytes.count)
        guard let body else {
            discarded += Int64(bytes.count)
            return discarded <= Self.worthDraining
        }
        hopBytes += Int64(bytes.count)
        if case .append(let range) = response, hopBytes > range.count {
            stop = .restUnusable(why: "it has more bytes than its Content-Range")
        } else if let decoder {
            stop = decoder.decode(bytes) { body.append($0, examiner: surroundings.examiner) }
        } else {
            stop = body.append(bytes, examiner: surroundings.examiner)
        }
        return stop == nil
    }

    /// Why the body is not whole although libcurl saw its framing come to an end; nil where it is whole.
    var shortcoming: FetchFault.Kind? {
        if let tlsEnd, !tlsEnd.isAnnounced {
            return .truncated(received: received, expected: expected, .withoutCloseNotify)
        }
        if !(decoder?.isComplete ?? true) { return .truncated(received: received, expected: nil, .coding) }
        switch response {
        case .append(let range) where hopBytes < range.count:
            return .restUnusable(why: "it has fewer bytes than its Content-Range")
        case .append(let range) where range.bytes.upperBound + 1 != expected:
            return .truncated(received: received, expected: expected, .shortRange)
        case .collect where head.status == 206:
            let whole = ContentRange(head.headers.first("content-range"))?.count
            return hopBytes == whole ? nil : .truncated(received: received, expected: whole, .shortRange)
        default: return nil
        }
    }

    /// Whether libcurl may open a socket to that address. A refusal ends the transfer: the address is not one that
    /// was judged for it.
    func mayOpenSocket(to address: UnsafePointer<sockaddr>) -> Bool {
        guard !isOver, let permission = mayConnect, let (ip, port) = SocketAddress.address(address),
            permission.covers(ip, port: port)
        else {
            let words = SocketAddress.address(address).map { "\($0.address) port \($0.port)" } ?? "an unknown family"
            stop = .refused(Finding(.addressBlocked, "\(plan.url.host) leads to \(words), which was not judged"))
            return false
        }
        return true
    }

    /// Whether the request may go out on the connection that libcurl chose. One that was made before has to lead to an
    /// address that was judged for this hop too, and must have nothing to read yet; else a new one is made.
    func mayAsk(_ remote: String, _ remotePort: Int, from local: String, _ localPort: Int) -> Bool {
        guard !isOver else { return false }
        let ends = OpenSockets.Ends(local: local, localPort: localPort, remote: remote, remotePort: remotePort)
        if let socket = sockets.first(where: { SocketAddress.read(of: $0)?.port == localPort }) {
            surroundings.sockets.connected(socket, ends)
            return true
        }
        let isJudged = IPAddress(remote).map { mayConnect?.covers($0, port: remotePort) ?? false } ?? false
        refusedConnection = !(isJudged && isQuiet(ends))
        // Else a connection of HTTP/2 stays, to be offered to the next one too.
        if refusedConnection { easy?.set(CURLOPT_FORBID_REUSE, 1) }
        return !refusedConnection
    }

    /// Whether nothing has come on a connection since its last answer. What TLS has taken in is no longer in the socket.
    private func isQuiet(_ ends: OpenSockets.Ends) -> Bool {
        guard let easy else { return false }
        if attach_curl_speaks_http2(easy.handle) != 0 { return true }
        return attach_curl_has_pending(easy.handle) == 0
            && !surroundings.sockets.hasUnread(ends)
    }

    /// Whether the hop failed for a connection that was used again, and a new one may do better: nothing of an answer
    /// came on it (RFC 9112 9.3.1).
    func diedOnOldConnection(_ code: CURLcode) -> Bool {
        guard code != CURLE_OK, !needsFreshConnection else { return false }
        return refusedConnection || sockets.isEmpty && !head.isComplete && stop == nil && code.mayBeOfOldConnection
    }
}
