import AttachmentDomain
import AttachmentURL
import CCurl

/// Easy handles that are used again: making one anew for each transfer costs as much as a small transfer itself.
final class HandlePool {
    private let settings: FetchSettings
    private var idle: [CurlEasy] = []
    private let headerLists: [Origin: CurlList]

    init(_ settings: FetchSettings) {
        self.settings = settings
        headerLists = settings.originHeaders.mapValues { CurlList($0) }
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
        easy.set(CURLOPT_HTTP09_ALLOWED, 0)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        // An empty name, not nil: nil lets libcurl read http_proxy and its kin from the environment.
        easy.set(CURLOPT_PROXY, policy.proxy ?? "")
        easy.set(CURLOPT_USERAGENT, policy.userAgent)
        // Asks for the plain bytes. What an origin codes all the same is decoded by ``ContentDecoder``: libcurl takes a
        // coded body that stops in the middle for a whole one.
        easy.set(CURLOPT_ACCEPT_ENCODING, "identity")
        easy.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        easy.set(CURLOPT_BUFFERSIZE, settings.receiveBufferBytes)
        easy.set(CURLOPT_LOW_SPEED_LIMIT, policy.stallBytesPerSecond)
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(policy.stallSeconds.rounded(.up))))
        if let file = policy.caFile { easy.set(CURLOPT_CAINFO, file) }
    }

    /// Sets what belongs to one hop.
    func configure(_ easy: CurlEasy, for transfer: Transfer, connectBudget: Duration) {
        let url = transfer.plan.url
        easy.clearErrorMessage()
        TransferCallbacks.install(on: easy, for: transfer)
        easy.set(CURLOPT_URL, url.text)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectBudget.milliseconds))
        // Waiting for a connection that may carry several transfers pays only where HTTP/2 can be had.
        easy.set(CURLOPT_PIPEWAIT, url.scheme == .https ? 1 : 0)
        let pins = pins(url, transfer.mayConnect)
        easy.set(CURLOPT_RESOLVE, pins)
        let headers = headers(for: transfer)
        easy.set(CURLOPT_HTTPHEADER, headers)
        transfer.lists = [pins, headers].compactMap(\.self)
    }

    /// Binds the host's name to the judged addresses. The `+` lets the entry age like any other, so that it does not
    /// stay for the transfers after this one.
    private func pins(_ url: RequestURL, _ permission: ConnectPermission?) -> CurlList? {
        guard case .name(let name) = url.host, let permission, !permission.viaProxy else { return nil }
        let addresses = permission.addresses.map { $0.family == .v6 ? "[\($0)]" : "\($0)" }
        return CurlList(["+\(name):\(url.port):\(addresses.joined(separator: ","))"])
    }

    private func headers(for transfer: Transfer) -> CurlList? {
        guard let validators = transfer.request.validators else { return headerLists[transfer.plan.url.origin] }
        var lines = settings.originHeaders[transfer.plan.url.origin] ?? []
        if let etag = validators.etag { lines.append("If-None-Match: \(etag)") }
        if let date = validators.lastModified { lines.append("If-Modified-Since: \(date)") }
        return lines.isEmpty ? nil : CurlList(lines)
    }
}
