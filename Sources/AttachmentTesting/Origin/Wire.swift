import Glibc

/// What carries the bytes of a connection. Used by the connection's thread alone, which closes the descriptor.
enum Wire {
    case plain(Int32)
    case tls(Int32, TLSSession)

    /// The socket below, for polling.
    var descriptor: Int32 {
        switch self {
        case .plain(let connection): connection
        case .tls(let connection, _): connection
        }
    }

    /// The name that the client asked for (SNI).
    var serverName: String? {
        switch self {
        case .plain: nil
        case .tls(_, let session): session.serverName
        }
    }

    /// Blocks until bytes have come.
    ///
    /// - Returns: how many; 0 or less once there are no more.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch self {
        case .plain(let connection):
            while true {
                let got = recv(connection, buffer.baseAddress, buffer.count, 0)
                if got >= 0 || errno != EINTR { return got }
            }
        case .tls(_, let session):
            return session.receive(into: buffer)
        }
    }

    /// Blocks until all bytes are on their way. Returns whether they are.
    func send(_ pieces: [OriginBody.Piece]) -> Bool {
        switch self {
        case .plain(let connection):
            gatherWrite(pieces, to: connection)
        case .tls(_, let session):
            pieces.allSatisfy { piece in
                session.send(
                    UnsafeRawBufferPointer(start: piece.bytes.start + piece.range.lowerBound, count: piece.count))
            }
        }
    }

    /// Makes the coming close of the descriptor a reset (RST).
    func reset() {
        // A linger time of 0 turns close() into RST (socket(7), SO_LINGER).
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        forgetGoodbye()
    }

    /// From now on the connection ends without close_notify. Nothing changes without TLS.
    func forgetGoodbye() {
        if case .tls(_, let session) = self { session.forgetGoodbye() }
    }

    /// Says what is to be said before the descriptor is closed.
    func end() {
        if case .tls(_, let session) = self { session.end() }
    }
}

/// One `writev` for all where the socket's buffer allows it.
private func gatherWrite(_ pieces: [OriginBody.Piece], to connection: Int32) -> Bool {
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
            advance(&vectors, &next, by: sent)
        }
        return true
    }
}

private func advance(_ vectors: inout [iovec], _ next: inout Int, by sent: Int) {
    var left = sent
    while next < vectors.count, left >= vectors[next].iov_len {
        left -= vectors[next].iov_len
        next += 1
    }
    guard next < vectors.count, left > 0, let base = vectors[next].iov_base else { return }
    vectors[next] = iovec(iov_base: base + left, iov_len: vectors[next].iov_len - left)
}
