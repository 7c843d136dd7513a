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
    let submitted: ContinuousClock.Instant
    let now: () -> Int64
    let examiner: () -> (any HeadExaminer)?
    var plan: FetchPlan
    /// What it is doing, as long as libcurl is not at it; ``phase`` is exact.
    var stage = FetchPhase.queued
    var timing = Timing()
    /// The host in whose name it holds a connection slot; nil while it holds none.
    var slot: Host?
    var resolvingSince = ContinuousClock.Instant.now
    /// When a pause before the next try is over.
    var resumeAt: ContinuousClock.Instant?

    // The hop under way.
    var easy: CurlEasy?
    var lists: [CurlList] = []
    var mayConnect: ConnectPermission?
    /// The socket that was opened last for this hop; libcurl owns it.
    var lastSocket: Int32?
    private(set) var head = ResponseHead()
    private(set) var response: ResponsePlan?
    private(set) var body: BodyCollector?
    private var decoder: ContentDecoder?
    /// Why a callback ended the hop.
    private(set) var stop: FetchFault.Kind?
    private var discarded: Int64 = 0

    /// A body of no interest is read to its end up to here, so that its connection can be used again.
    private static let worthDraining: Int64 = 65536

    init(
        id: Int, request: FetchRequest, limits: FetchPlan.Limits, now: @escaping () -> Int64,
        examiner: @escaping () -> (any HeadExaminer)?,
        complete: @escaping (Result<FetchResponse, FetchFault>) -> Void
    ) {
        self.id = id
        self.request = request
        self.complete = complete
        self.now = now
        self.examiner = examiner
        submitted = .now
        plan = FetchPlan(request.url, limits: limits)
    }

    /// Forgets the last hop before the next one.
    func beginHop() {
        body?.discard()
        body = nil
        decoder = nil
        head = ResponseHead()
        response = nil
        stop = nil
        lastSocket = nil
        discarded = 0
    }

    /// The finished body; the transfer no longer owns it.
    func takeBody() -> FetchedBody {
        defer { body = nil }
        return body?.finish() ?? .none
    }

    /// Whether the body came to the end of its codings too; libcurl knows that of its framing alone.
    var isDecoded: Bool { decoder?.isComplete ?? true }

    /// What exactly it is doing now.
    var phase: FetchPhase {
        guard stage == .connecting, let easy else { return stage }
        if head.hasBegun { return head.isComplete ? .body : .head }
        if easy.microseconds(CURLINFO_PRETRANSFER_TIME_T) > 0 { return .waiting }
        return plan.url.scheme == .https && isSocketConnected ? .handshake : .connecting
    }

    /// libcurl's own clock for the connection is set only after the handshake, so the socket itself is asked.
    private var isSocketConnected: Bool {
        guard let lastSocket else { return false }
        var peer = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(lastSocket, $0, &size) == 0 }
        }
    }

    var progress: TransferProgress {
        TransferProgress(
            host: plan.url.host.description, phase: phase, received: body?.count ?? 0, expected: head.decodedLength)
    }

    /// A fault of this transfer, with its attempts and times.
    func fault(_ kind: FetchFault.Kind) -> FetchFault {
        var fault = FetchFault(kind, url: plan.url.redacted)
        fault.attempts = stage == .queued ? 0 : plan.attempts
        fault.timing = timing
        if head.isComplete { fault.response = .init(url: plan.url, status: head.status, headers: head.headers) }
        return fault
    }
}

/// Which sockets a hop may open: those to an address that was judged, on the port of its URL.
struct ConnectPermission {
    var addresses: [IPAddress]
    var port: Int
    /// With a proxy of the policy the socket goes to the proxy, whose address is the operator's choice.
    var viaProxy = false

    func covers(_ address: IPAddress, port: Int) -> Bool {
        viaProxy || (port == self.port && addresses.contains(address))
    }
}

extension Transfer {
    /// One line of the response head; false ends the transfer.
    func take(headLine line: UnsafeRawBufferPointer) -> Bool {
        switch head.take(line) {
        case .more: return true
        case .tooLarge:
            stop = .protocolError(
                why: "the response head is larger than \(grouped(Int64(ResponseHead.maxBytes))) bytes")
            return false
        case .complete:
            return begin(
                ResponsePlan(
                    head, conditional: request.validators != nil, limit: request.limits[.unknown], now: now()))
        }
    }

    private func begin(_ plan: ResponsePlan) -> Bool {
        response = plan
        switch plan {
        case .collect:
            body = BodyCollector(request, announced: head.decodedLength)
            if case .known(let codings) = head.codings {
                decoder = ContentDecoder(codings, limit: request.limits[.unknown])
            }
            return true
        case .fail(let kind):
            stop = kind
            return isWorthDraining
        case .notModified, .nothing, .redirect: return isWorthDraining
        }
    }

    private var isWorthDraining: Bool {
        head.contentLength.map { $0 <= Self.worthDraining } ?? true
    }

    /// The next bytes, as they came; false ends the transfer.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard let body else {
            discarded += Int64(bytes.count)
            return discarded <= Self.worthDraining
        }
        if let decoder {
            stop = decoder.decode(bytes) { body.append($0, examiner: examiner) }
        } else {
            stop = body.append(bytes, examiner: examiner)
        }
        return stop == nil
    }

    /// Whether libcurl may open a socket to that address. A refusal ends the transfer: the address is not one that
    /// was judged for it.
    func mayOpenSocket(to address: UnsafePointer<sockaddr>) -> Bool {
        guard let permission = mayConnect, let (ip, port) = SocketAddress.address(address),
            permission.covers(ip, port: port)
        else {
            let words = SocketAddress.address(address).map { "\($0.address) port \($0.port)" } ?? "an unknown family"
            stop = .refused(Finding(.addressBlocked, "\(plan.url.host) leads to \(words), which was not judged"))
            return false
        }
        return true
    }
}
