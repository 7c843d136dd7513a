import AttachmentDomain
import CCurl

/// The owner of a libcurl multi handle: many transfers on one thread. Only ``wakeUp()`` may be called from others.
final class CurlMulti {
    let handle: UnsafeMutableRawPointer

    /// Opens libcurl where nobody has yet.
    init(maxIdleConnections: Int) throws(CurlUnavailable) {
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
        _ = attach_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, maxIdleConnections)
    }

    deinit {
        attach_curl_multi_cleanup(handle)
    }

    func add(_ easy: CurlEasy) {
        attach_curl_multi_add(handle, easy.handle)
    }

    /// Ends the easy handle's transfer if it is still under way.
    func remove(_ easy: CurlEasy) {
        attach_curl_multi_remove(handle, easy.handle)
    }

    /// Does what can be done without waiting.
    func perform() {
        attach_curl_multi_perform(handle)
    }

    /// The next transfer that has ended, with its result.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        while let message = attach_curl_multi_info_read(handle) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, message.pointee.data.result)
        }
        return nil
    }

    /// Waits until a transfer or one of `descriptors` can go on, or for so many milliseconds, or until a wake-up.
    func poll(_ descriptors: inout [curl_waitfd], milliseconds: Int32) {
        attach_curl_multi_poll(handle, &descriptors, UInt32(descriptors.count), milliseconds)
    }
}

/// Why there can be no transfer at all.
struct CurlUnavailable: Error, Hashable {
    let finding: Finding

    init(_ finding: Finding) {
        self.finding = finding
    }
}
