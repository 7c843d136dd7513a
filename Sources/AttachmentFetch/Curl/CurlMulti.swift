import AttachmentDomain
import AttachmentThreads
import CCurl

/// The owner of a libcurl multi handle: many transfers on one thread, told of their sockets by a poller.
final class CurlMulti {
    let handle: UnsafeMutableRawPointer
    private let poller: SocketPoller
    /// Told of the end of each connection, the last of which come with the end of the handle itself.
    private let sockets: OpenSockets
    private var watched: Set<Int32> = []
    /// When libcurl wants to look at its own clocks; nil for never.
    private(set) var due: ContinuousClock.Instant?

    /// Opens libcurl where nobody has yet.
    init(maxIdleConnections: Int, poller: SocketPoller, sockets: OpenSockets) throws(CurlUnavailable) {
        if let why = attach_curl_load() {
            throw CurlUnavailable(
                Finding(
                    .connectFailed, "libcurl cannot be loaded, so no URL can be asked for: \(String(cString: why))",
                    remedy: "install the package libcurl4"))
        }
        guard attach_curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK, let handle = attach_curl_multi_init() else {
            throw CurlUnavailable(Finding(.connectFailed, "libcurl has no memory to begin with"))
        }
        self.handle = handle
        self.poller = poller
        self.sockets = sockets
        _ = attach_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, maxIdleConnections)
        installCallbacks()
    }

    private func installCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = attach_curl_multi_on_socket(
            handle,
            { _, socket, interest, context, _ in
                guard let context else { return 0 }
                Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().watch(socket, interest)
                return 0
            }, context)
        _ = attach_curl_multi_on_timer(
            handle,
            { _, milliseconds, context in
                guard let context else { return 0 }
                let multi = Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
                multi.due = milliseconds < 0 ? nil : .now.advanced(by: .milliseconds(milliseconds))
                return 0
            }, context)
    }

    private func watch(_ socket: Int32, _ interest: Int32) {
        if interest == CURL_POLL_REMOVE {
            watched.remove(socket)
            poller.watch(socket, isKnown: true, reading: false, writing: false)
        } else {
            let isNew = watched.insert(socket).inserted
            poller.watch(
                socket, isKnown: !isNew, reading: interest & CURL_POLL_IN != 0, writing: interest & CURL_POLL_OUT != 0)
        }
    }

    deinit {
        attach_curl_multi_silence(handle)
        attach_curl_multi_cleanup(handle)
    }

    func add(_ easy: CurlEasy) {
        attach_curl_multi_add(handle, easy.handle)
    }

    /// Ends the easy handle's transfer if it is still under way.
    func remove(_ easy: CurlEasy) {
        attach_curl_multi_remove(handle, easy.handle)
    }

    /// Goes on with the transfer of a socket that has something to do; one of somebody else is passed over.
    func act(on ready: SocketPoller.Ready) {
        guard watched.contains(ready.descriptor) else { return }
        let events = (ready.isReadable ? CURL_CSELECT_IN : 0) | (ready.isWritable ? CURL_CSELECT_OUT : 0)
        attach_curl_multi_act(handle, ready.descriptor, events)
    }

    /// Lets libcurl look at its clocks where it is time: that also begins the transfers that were added.
    func actOnClock() {
        guard let due, due <= .now else { return }
        self.due = nil
        attach_curl_multi_act(handle, attach_curl_socket_timeout, 0)
    }

    /// The next transfer that has ended, with its result.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        while let message = attach_curl_multi_info_read(handle) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, message.pointee.data.result)
        }
        return nil
    }
}

/// Why there can be no transfer at all.
struct CurlUnavailable: Error, Hashable {
    let finding: Finding

    init(_ finding: Finding) {
        self.finding = finding
    }
}
