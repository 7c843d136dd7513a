import AttachmentDomain
import AttachmentURL
import CCurl

extension Transfer {
    /// What the plan follows where the hop was answered by a redirect.
    var redirect: FetchPlan.Redirect {
        .init(
            status: head.status, location: head.location, headers: head.headers, requestedAt: requestedAt,
            receivedAt: receivedAt)
    }

    /// The answer, once the last hop has ended well.
    func makeResponse(_ outcome: FetchResponse.Outcome, waitingIn backlog: BodyBacklog) -> FetchResponse {
        var response = FetchResponse(
            outcome: outcome, finalURL: plan.url, hops: plan.hops, status: status, headers: headers, body: takeBody(),
            requestedAt: requestedAt, receivedAt: receivedAt, timing: timing, attempts: attempts)
        if case .memory(let bytes) = response.body { response.hold = BodyHold(bytes.count, in: backlog) }
        return response
    }

    /// A body put together of parts is a whole one (RFC 9110 15.3.7.3).
    private var status: Int { head.status == 206 ? 200 : head.status }

    /// The fields of the last answer, and those of the one that it continues.
    private var headers: HTTPHeaders {
        guard case .append = self.response, let part else { return head.headers }
        return part.headers.updated(by: head.headers, except: ["content-range", "content-length", "transfer-encoding"])
    }

    /// What libcurl's result is judged with.
    func progress(of easy: CurlEasy) -> TransferProgress {
        TransferProgress(
            host: plan.url.host.description, phase: phase, received: received, expected: expected,
            connectSeconds: surroundings.policy.connectSeconds, verification: easy.number(CURLINFO_SSL_VERIFYRESULT),
            hasProxy: surroundings.policy.proxy != nil,
            proxyStatus: refusal(of: easy.number(CURLINFO_HTTP_CONNECTCODE)))
    }

    /// The status of a proxy that made no tunnel; 0 is that of none.
    private func refusal(of status: Int) -> Int? {
        status == 0 || (200..<300).contains(status) ? nil : status
    }

    /// Reads libcurl's clock for the hop; libcurl counts each point from the start of the hop.
    func noteTimes(of easy: CurlEasy) {
        let connect = easy.microseconds(CURLINFO_CONNECT_TIME_T)
        let handshake = easy.microseconds(CURLINFO_APPCONNECT_TIME_T)
        let request = easy.microseconds(CURLINFO_PRETRANSFER_TIME_T)
        let firstByte = easy.microseconds(CURLINFO_STARTTRANSFER_TIME_T)
        let total = easy.microseconds(CURLINFO_TOTAL_TIME_T)
        timing.connect = Int(connect / 1000)
        timing.tls = handshake > 0 ? Int((handshake - connect) / 1000) : nil
        timing.firstByte = firstByte > 0 ? Int((firstByte - request) / 1000) : nil
        timing.download = firstByte > 0 ? Int((total - firstByte) / 1000) : nil
    }
}
