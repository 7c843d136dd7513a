import CCurl

/// The owner of a libcurl multi handle: many transfers on one thread. Only ``wakeUp()`` may be called from others.
final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Nil when libcurl cannot be set up.
    init?(maxIdleConnections: Int) {
        guard let handle = curl_multi_init() else { return nil }
        self.handle = handle
        _ = attach_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, maxIdleConnections)
    }

    deinit {
        curl_multi_cleanup(handle)
    }

    func add(_ easy: CurlEasy) {
        curl_multi_add_handle(handle, easy.handle)
    }

    /// Ends the easy handle's transfer if it is still under way.
    func remove(_ easy: CurlEasy) {
        curl_multi_remove_handle(handle, easy.handle)
    }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// The next transfer that has ended, with its result.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(handle, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, message.pointee.data.result)
        }
        return nil
    }

    /// Waits until a transfer or one of `descriptors` can go on, or for so many milliseconds, or until a wake-up.
    func poll(_ descriptors: inout [curl_waitfd], milliseconds: Int32) {
        var ready: Int32 = 0
        curl_multi_poll(handle, &descriptors, UInt32(descriptors.count), milliseconds, &ready)
    }
}
