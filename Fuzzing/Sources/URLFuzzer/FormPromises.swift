import AttachmentURL
import FuzzPromises

/// Any bytes are a URL in its one form, or none; and they are read alike whichever way they are read.
func checkReading(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let short = Result { () throws(URLFault) in try RequestURL.parse(text) }
    let long = Result { () throws(URLFault) in try RequestURL.parse(bytes: Array(text.utf8)) }
    require(short == long, "one pass says what the long way says")
    guard let url = try? RequestURL.parse(bytes: bytes) else { return }
    checkForm(url)
    checkSpelling(bytes, of: url)
}

/// What the documentation of `RequestURL` says about each of them.
func checkForm(_ url: RequestURL) {
    require(url.text.utf8.count <= RequestURL.maxBytes, "what is asked for is no longer than what is read")
    require(url.text.utf8.allSatisfy(isURLByte), "the text has only characters that a URL has")
    require(again(url.text) == url, "normalising twice changes nothing")
    checkAuthority(url)
    checkHost(url.host)
    checkKey(url)
    checkOrigin(url)
    checkAgainstCurl(url)
    checkVerdict(url)
    checkRedacted(url.text, RequestURL.redact(url.text))
    require(url.redacted.utf8.count <= 600, "a message shows no more than the beginning")
}

/// Characters of RFC 3986 (2.2, 2.3) but for the one that begins a fragment, and the percent sign.
private func isURLByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}

/// Scheme, two slashes, host and port as the value has them, and nobody's name.
private func checkAuthority(_ url: RequestURL) {
    let start = "\(url.scheme.rawValue)://"
    require(url.text.hasPrefix(start), "the text begins with its scheme")
    let authority = url.text.utf8.dropFirst(start.utf8.count).prefix { !"/?".utf8.contains($0) }
    require(!authority.contains(UInt8(ascii: "@")), "nobody's name stands before the host")
    require(!authority.contains(UInt8(ascii: "%")), "no host is encoded")
    require(authority.starts(with: url.hostText.utf8), "the text names its host")
    let port = authority.dropFirst(url.hostText.utf8.count)
    require(port.isEmpty || port.first == UInt8(ascii: ":"), "after the host comes its port or nothing")
    if port.isEmpty { require(url.port == url.scheme.defaultPort, "a port that is not named is the scheme's") }
    let rest = url.text.utf8.dropFirst(start.utf8.count + authority.count)
    require(!rest.contains(UInt8(ascii: "[")) && !rest.contains(UInt8(ascii: "]")), "brackets stand around hosts alone")
}

/// The text under which answers are kept leads to the same place, and is its own.
private func checkKey(_ url: RequestURL) {
    guard let kept = again(url.cacheKeyText) else {
        require(url.text.utf8.count + 1 >= RequestURL.maxBytes, "the text of the cache is a URL: \(url.cacheKeyText)")
        return
    }
    require(kept.origin == url.origin, "the text of the cache leads to the same origin")
    require(kept.cacheKeyText == url.cacheKeyText, "the text of the cache stays as it is")
}

/// An origin is written so that it is read again.
private func checkOrigin(_ url: RequestURL) {
    guard 1...65535 ~= url.port else { return }
    require((try? Origin(url.origin.description)) == url.origin, "an origin is read as it was written")
}

private func again(_ text: String) -> RequestURL? {
    let short = try? RequestURL.parse(text)
    require(short == (try? RequestURL.parse(bytes: Array(text.utf8))), "one pass says what the long way says")
    return short
}
