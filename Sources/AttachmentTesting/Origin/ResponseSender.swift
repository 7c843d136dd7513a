import Glibc

/// Performs the steps of a response on a connection, by blocking calls.
struct ResponseSender {
    let connection: Int32

    /// - Returns: whether the connection can carry another response.
    func perform(_ plan: ResponsePlan) -> Bool {
        for step in plan.steps {
            guard perform(step) else { return false }
        }
        return plan.staysOpen
    }

    private func perform(_ step: ResponsePlan.Step) -> Bool {
        switch step {
        case .send(let pieces):
            return send(pieces)
        case .drip(let pieces, let pace):
            return drip(pieces, pace: pace)
        case .repeatForever(let piece):
            let batch = [OriginBody.Piece](repeating: piece, count: 16)
            while send(batch) {}
            return false
        case .perform(.stall):
            _ = waitForHangUp(connection)
            return false
        case .perform(.hold(let gate)):
            return gate.pass(unlessClosed: connection)
        case .perform(.pause(let milliseconds)):
            return !waitForHangUp(connection, milliseconds: Int32(clamping: milliseconds))
        case .perform(.reset):
            // A linger time of 0 turns close() into RST (socket(7), SO_LINGER).
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            return false
        case .perform(.close):
            return false
        }
    }

    private func drip(_ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace) -> Bool {
        var rest = pieces[...]
        while let first = rest.first {
            if waitForHangUp(connection, milliseconds: Int32(pace.milliseconds)) { return false }
            // Portions end with their piece: slower than asked by less than one portion a piece.
            let (portion, tail) = [first].split(at: pace.bytes)
            guard send(portion) else { return false }
            rest = rest.dropFirst()
            if let left = tail.first { rest = [left] + rest }
        }
        return true
    }

    /// One `writev` for all where the socket's buffer allows it.
    private func send(_ pieces: [OriginBody.Piece]) -> Bool {
        var vectors = pieces.map { piece in
            iovec(
                iov_base: UnsafeMutableRawPointer(mutating: piece.bytes.start + piece.range.lowerBound),
                iov_len: piece.count)
        }
        var next = 0
        return withExtendedLifetime(pieces) {
            while next < vectors.count {
                let sent = vectors.withUnsafeMutableBufferPointer { buffer in
                    writev(connection, buffer.baseAddress! + next, Int32(min(buffer.count - next, 1024)))
                }
                if sent < 0 {
                    if errno == EINTR { continue }
                    return false
                }
                Self.advance(&vectors, &next, by: sent)
            }
            return true
        }
    }

    private static func advance(_ vectors: inout [iovec], _ next: inout Int, by sent: Int) {
        var left = sent
        while next < vectors.count, left >= vectors[next].iov_len {
            left -= vectors[next].iov_len
            next += 1
        }
        guard next < vectors.count, left > 0, let base = vectors[next].iov_base else { return }
        vectors[next] = iovec(iov_base: base + left, iov_len: vectors[next].iov_len - left)
    }
}
