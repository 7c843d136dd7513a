import AttachmentURL
import FuzzPromises

/// The first line is where a way begins, each further one a Location that was answered there.
func checkRoute(_ bytes: [UInt8]) {
    let steps = lines(of: bytes).map { line in Array(line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]) }
    guard let first = steps.first else { return }
    for base in bases { checkStep(from: base, to: first) }
    guard var url = try? RequestURL.parse(bytes: first) else { return }
    for location in steps.dropFirst().prefix(5) {
        guard let next = checkStep(from: url, to: location) else { return }
        url = next
    }
}

/// A Location leads to a URL in its one form, and to another origin only where it names one.
@discardableResult
private func checkStep(from base: RequestURL, to location: [UInt8]) -> RequestURL? {
    guard let next = try? base.resolving(bytes: location) else { return nil }
    checkForm(next)
    let reference = trimmed(location)
    if let scheme = scheme(of: reference) {
        require(scheme == next.scheme.rawValue, "a Location with a scheme leads to that scheme: \(scheme)")
    } else if reference.starts(with: "//".utf8) {
        require(next.scheme == base.scheme, "a Location without a scheme keeps it")
    } else {
        require(next.origin == base.origin, "a path leads to its own origin")
    }
    let keepsPath = reference.isEmpty || reference.first == UInt8(ascii: "?") || reference.first == UInt8(ascii: "#")
    let segments = next.path.split(separator: "/", omittingEmptySubsequences: false)
    require(keepsPath || !segments.contains { $0 == "." || $0 == ".." }, "dots are applied: \(next.text)")
    return next
}

/// The scheme of RFC 3986 3.1 in lower case; a name with a port after it is none.
private func scheme(of reference: ArraySlice<UInt8>) -> String? {
    guard let colon = reference.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: reference[..<colon], as: UTF8.self).lowercased()
    let isScheme = name.utf8.allSatisfy { isLetter($0) || "0123456789+-.".utf8.contains($0) }
    guard isScheme, name.utf8.first.map(isLetter) == true, name.utf8.count == colon - reference.startIndex else {
        return nil
    }
    let port = reference[(colon + 1)...].prefix { !"/?#".utf8.contains($0) }
    let isPort = !port.isEmpty && port.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isPort && (name.contains(".") || name == "localhost") ? nil : name
}

private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}

private func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
    let start = bytes.drop(while: isBlank)
    return start[..<((start.lastIndex { !isBlank($0) } ?? start.startIndex - 1) + 1)]
}

private let bases: [RequestURL] = {
    do {
        return try ["https://base.example/a/./b?c", "http://[2606:4700::1]:8080", "http://1.1.1.1/a//b/"].map {
            try RequestURL.parse($0)
        }
    } catch {
        fail("plain URLs are some: \(error)")
    }
}()
