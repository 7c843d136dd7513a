import AttachmentURL
import CCurlURL
import FuzzPromises

/// What libcurl would ask for is what was judged here: it reads scheme, host, port, path and query alike.
func checkAgainstCurl(_ url: RequestURL) {
    guard 1...65535 ~= url.port else { return }
    guard let handle = curl_url() else { return }
    defer { curl_url_cleanup(handle) }
    let code = curl_url_set(handle, CURLUPART_URL, url.text, UInt32(CURLU_PATH_AS_IS))
    require(code == CURLUE_OK, "libcurl takes what is asked for: \(url.text), \(code.rawValue)")
    require(part(CURLUPART_SCHEME, of: handle) == url.scheme.rawValue, "libcurl reads the scheme alike")
    require(part(CURLUPART_USER, of: handle) == nil, "libcurl reads nobody's name: \(url.text)")
    require(part(CURLUPART_PASSWORD, of: handle) == nil, "libcurl reads no password: \(url.text)")
    let host = part(CURLUPART_HOST, of: handle) ?? ""
    require(isSame(host, url.host), "libcurl reads the host alike: \(host) for \(url.host)")
    let port = part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT))
    require(port == String(url.port), "libcurl reads the port alike: \(port ?? "none") for \(url.port)")
    let path = part(CURLUPART_PATH, of: handle) ?? ""
    require(path == (url.path.isEmpty ? "/" : url.path), "libcurl reads the path alike: \(path) for \(url.path)")
}

private func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
}

/// IPv6 addresses are compared as such: libcurl leaves them as they are written.
private func isSame(_ text: String, _ host: Host) -> Bool {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return text == host.urlText }
    return IPAddress(String(text.dropFirst().dropLast())).map(Host.address) == host
}
