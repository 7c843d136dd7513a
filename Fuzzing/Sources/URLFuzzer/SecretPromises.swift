import AttachmentURL
import FuzzPromises

/// A secret is shown nowhere, wherever it stands in a text that is no proper URL.
func checkSecrets(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    checkRedacted(text, RequestURL.redact(text))
    let places = [
        "\(text)?\(secret)", "\(text)?a=\(secret)", "\(text)#\(secret)", "https://\(secret)@\(text)",
        "https://user:\(secret)@\(text)", "user:\(secret)@\(text)", "//\(secret)@\(text)",
    ]
    for place in places {
        let shown = RequestURL.redact(place)
        require(!shown.utf8.contains(secret.utf8), "a secret is not shown: \(shown)")
        guard let url = try? RequestURL.parse(place) else { continue }
        require(!url.redacted.utf8.contains(secret.utf8), "a secret is not shown: \(url.redacted)")
    }
}

/// After the first question mark, each member is empty, or `REDACTED` alone or after its name.
func checkRedacted(_ text: String, _ shown: String) {
    let beforeFragment = shown.utf8.prefix { $0 != UInt8(ascii: "#") }
    let query = beforeFragment.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    for member in query.split(separator: UInt8(ascii: "&")) {
        let value = member.firstIndex(of: UInt8(ascii: "=")).map { member[$0...].dropFirst() } ?? member
        require(value.elementsEqual("REDACTED".utf8), "no value of a query is shown: \(shown)")
    }
    require(RequestURL.redact(shown).utf8.elementsEqual(shown.utf8), "what was redacted stays as it is: \(text)")
}

private let secret = "Zx9SecretZx9"

extension String.UTF8View {
    fileprivate func contains(_ other: String.UTF8View) -> Bool {
        let (bytes, part) = (Array(self), Array(other))
        return bytes.firstRange(of: part) != nil
    }
}
