import AttachmentDomain
import CCurl

extension Transfer {
    /// The answer, once the last hop has ended well.
    func makeResponse(waitingIn backlog: BodyBacklog) -> FetchResponse {
        var response = FetchResponse(
            finalURL: plan.url, redirects: plan.redirects, status: head.status, headers: head.headers,
            body: takeBody(), timing: timing, attempts: plan.attempts)
        if case .memory(let bytes) = response.body { response.hold = BodyHold(bytes.count, in: backlog) }
        return response
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
