import CCurl
import Glibc

/// The C side of a transfer: each callback finds its ``Transfer`` behind the pointer that the easy handle carries.
enum TransferCallbacks {
    static func install(on easy: CurlEasy, for transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        easy.set(CURLOPT_PRIVATE, context)
        easy.set(CURLOPT_HEADERDATA, context)
        easy.set(CURLOPT_WRITEDATA, context)
        easy.set(CURLOPT_OPENSOCKETDATA, context)
        easy.set(CURLOPT_PREREQDATA, context)
        // A connection outlives its transfers, so its end is told to what all of them share.
        easy.set(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(transfer.surroundings.sockets).toOpaque())
    }

    /// The part that is the same for every transfer of a handle.
    static func prepare(_ easy: CurlEasy) {
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            TransferCallbacks.deliver(bytes, size * count, context) { $0.take(headLine: $1) }
        }
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            TransferCallbacks.deliver(bytes, size * count, context) { $0.take(body: $1) }
        }
        _ = attach_curl_set_open_socket(easy.handle) { context, _, address in
            guard let context, let address else { return attach_curl_socket_bad }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let isAllowed = withUnsafePointer(to: &address.pointee.addr) { transfer.mayOpenSocket(to: $0) }
            guard isAllowed else { return attach_curl_socket_bad }
            // Close-on-exec: an embedding program may start others.
            let opened = socket(
                address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                address.pointee.protocol)
            if opened >= 0 {
                transfer.sockets.append(opened)
                transfer.surroundings.sockets.opened(opened)
            }
            return opened
        }
        _ = attach_curl_set_close_socket(easy.handle) { context, socket in
            if let context { Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().willClose(socket) }
            return close(socket)
        }
        _ = attach_curl_set_before_request(easy.handle) { context, remote, local, remotePort, localPort in
            guard let context, let remote, let local else { return CURL_PREREQFUNC_ABORT }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let mayAsk = transfer.mayAsk(
                String(cString: remote), Int(remotePort), from: String(cString: local), Int(localPort))
            return mayAsk ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        _ = attach_curl_set_ssl_context(easy.handle) { _, context, _ in
            guard let context else { return CURLE_OK }
            return attach_tls_watch(context) != 0 ? CURLE_OK : CURLE_OUT_OF_MEMORY
        }
    }

    static func transfer(of handle: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard attach_curl_get_pointer(handle, CURLINFO_PRIVATE, &context) == CURLE_OK, let context else { return nil }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func deliver(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        to take: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        // Any other number than `count` ends the transfer; -1 cannot be mistaken for an empty write.
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
    }
}
