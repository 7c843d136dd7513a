import CCurl

/// The owner of one libcurl easy handle. Used on the fetcher's thread alone.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let names: UnsafeMutableRawPointer

    /// Nil when libcurl has no memory for another handle.
    init?() {
        guard let handle = attach_curl_easy_init() else { return nil }
        guard let names = attach_curl_own_names(handle) else {
            attach_curl_easy_cleanup(handle)
            return nil
        }
        self.handle = handle
        self.names = names
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, errorText)
    }

    deinit {
        attach_curl_easy_cleanup(handle)
        attach_curl_share_cleanup(names)
        errorText.deallocate()
    }

    // Options are set by name with values that libcurl accepts, so a refusal could only be lack of memory, which the
    // transfer itself then reports.

    func set(_ option: CURLoption, _ value: Int) {
        _ = attach_curl_set_long(handle, option, value)
    }

    func set(_ option: CURLoption, _ value: String?) {
        _ = attach_curl_set_string(handle, option, value)
    }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        _ = attach_curl_set_pointer(handle, option, value)
    }

    /// The list must live until the transfer is over.
    func set(_ option: CURLoption, _ list: CurlList?) {
        _ = attach_curl_set_list(handle, option, list?.first)
    }

    func set(_ option: CURLoption, _ call: @escaping attach_curl_write) {
        _ = attach_curl_set_write(handle, option, call)
    }

    /// Microseconds from the start of the transfer; 0 when that point was not reached.
    func microseconds(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return attach_curl_get_offset(handle, info, &value) == CURLE_OK ? Int64(value) : 0
    }

    /// A number that libcurl knows of the transfer; 0 where it knows none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return attach_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// libcurl's words for what went wrong, emptied before each transfer.
    var errorMessage: String { String(cString: errorText) }

    func clearErrorMessage() {
        errorText[0] = 0
    }
}

/// The owner of a list of strings for libcurl.
final class CurlList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) {
        for line in lines {
            first = attach_curl_slist_append(first, line)
        }
    }

    deinit {
        attach_curl_slist_free_all(first)
    }
}
