import AttachmentDomain
import AttachmentURL
import CCurl
import Glibc

// What libcurl hands over, and what it is told.

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
            receivedAt = surroundings.now()
            return begin(ResponsePlan(head, to: question))
        }
    }

    private var question: ResponsePlan.Question {
        .init(
            isConditional: !(validators?.requestLines ?? []).isEmpty, part: asksForRest ? part : nil,
            hasProxy: surroundings.policy.proxy != nil, takesEveryStatus: request.takesEveryStatus,
            limit: request.limits[.unknown], now: receivedAt)
    }

    private func begin(_ plan: ResponsePlan) -> Bool {
        response = plan
        if head.isEndedByConnection, let easy { tlsEnd = TLSEnd(of: easy) }
        switch plan {
        case .collect:
            dropPart()
            body = BodyCollector(
                request, announced: head.decodedLength, isMedia: head.isSuccess, budget: surroundings.memory)
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
