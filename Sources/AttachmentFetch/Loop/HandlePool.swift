import AttachmentDomain
import AttachmentURL
import CCurl

/// Easy handles that are used again: making one anew for each transfer costs as much as a small transfer itself.
final class HandlePool {
    private let settings: FetchSettings
    private var idle: [CurlEasy] = []
    /// The fields of requests without conditions and without fields of a caller's own, made once: of the origins that
    /// have some from the policy, and of all others.
    private let listsOfOrigins: [Origin: CurlList]
    private let listOfOthers: CurlList

    init(_ settings: FetchSettings) {
        self.settings = settings
        var lists: [Origin: CurlList] = [:]
        for origin in settings.originHeaders.keys {
            let fields = settings.requestFields(for: origin, adding: HTTPHeaders(), startingAt: origin)
            lists[origin] = CurlList(fields.curlLines)
        }
        listsOfOrigins = lists
        listOfOthers = CurlList(settings.ourFields.curlLines)
    }

    /// A handle with everything set that is the same for all transfers; nil when there is no memory for one.
    func take() -> CurlEasy? {
        if let easy = idle.popLast() { return easy }
        guard let easy = CurlEasy() else { return nil }
        prepare(easy)
        return easy
    }

    func give(back easy: CurlEasy) {
        idle.append(easy)
    }

    private func prepare(_ easy: CurlEasy) {
        let policy = settings.policy
        TransferCallbacks.prepare(easy)
        easy.set(CURLOPT_NOSIGNAL, 1)
        easy.set(CURLOPT_NOPROGRESS, 1)
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        // The path goes out as it was judged; libcurl would take dot segments out.
        easy.set(CURLOPT_PATH_AS_IS, 1)
        easy.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        easy.set(CURLOPT_HTTP09_ALLOWED, 0)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Empty, not nil: nil lets libcurl read http_proxy, no_proxy and their kin from the environment, and no_proxy
        // would take it past the policy's own proxy to addresses that nobody judged.
        easy.set(CURLOPT_PROXY, settings.proxy?.text ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // For the proxy; requests have theirs in their lists.
        easy.set(CURLOPT_USERAGENT, policy.userAgent)
        easy.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        if let file = policy.caFile { easy.set(CURLOPT_CAINFO, file) }
    }

    /// Sets what belongs to one hop.
    ///
    /// - Parameter transfersUnderWay: their number decides how much each may read at a time.
    func configure(_ easy: CurlEasy, for transfer: Transfer, connectBudget: Duration, transfersUnderWay: Int) {
        let url = transfer.plan.url
        easy.clearErrorMessage()
        TransferCallbacks.install(on: easy, for: transfer)
        easy.set(CURLOPT_URL, url.text)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectBudget.milliseconds))
        easy.set(CURLOPT_FORBID_REUSE, 0)
        easy.set(CURLOPT_FRESH_CONNECT, transfer.needsFreshConnection ? 1 : 0)
        // Waiting for a connection that may carry several transfers pays only where HTTP/2 can be had.
        easy.set(CURLOPT_PIPEWAIT, transfer.sharesUntil == nil ? 0 : 1)
        easy.set(CURLOPT_BUFFERSIZE, transfersUnderWay > Self.fewTransfers ? Self.smallBuffer : Self.largeBuffer)
        let pins = transfer.lookups.pins.isEmpty ? nil : CurlList(transfer.lookups.pins)
        easy.set(CURLOPT_RESOLVE, pins)
        let headers = list(for: transfer)
        easy.set(CURLOPT_HTTPHEADER, headers)
        transfer.lists = [pins, headers].compactMap(\.self)
    }

    // Large reads save calls; a thousand large buffers would be what a phone gives for everything.
    private static let fewTransfers = 128
    private static let largeBuffer = 65536
    private static let smallBuffer = 16384

    private func list(for transfer: Transfer) -> CurlList {
        let (request, origin) = (transfer.request, transfer.plan.url.origin)
        var conditions = transfer.validators?.requestLines ?? []
        if transfer.asksForRest, let part = transfer.part { conditions += part.requestLines }
        guard !conditions.isEmpty || !request.fields.fields.isEmpty else {
            return listsOfOrigins[origin] ?? listOfOthers
        }
        let fields = settings.requestFields(for: origin, adding: request.fields, startingAt: request.url.origin)
        return CurlList(fields.curlLines + conditions)
    }
}
