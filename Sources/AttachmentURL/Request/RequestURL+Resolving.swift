extension RequestURL {
    /// The URL that a `Location` means when this URL answered with it (RFC 9110 10.2.2, RFC 3986 section 5).
    ///
    /// A raw Location may hold spaces and UTF-8: the result is normalised like any URL. An empty one means this URL.
    /// Throws as ``parse(_:)`` does, but never ``URLFault/empty``, and ``URLFault/noScheme`` only for a host that lost
    /// its scheme.
    public func resolving(_ location: String) throws(URLFault) -> RequestURL {
        try resolving(bytes: Array(location.utf8))
    }

    /// The same for the bytes of a header field, which may not be UTF-8.
    public func resolving(bytes: [UInt8]) throws(URLFault) -> RequestURL {
        let reference = Self.trimmed(bytes[...])
        try Self.checkLength(reference)
        if let absolute = SchemePrefix(reference) {
            guard Scheme(rawValue: absolute.name) != nil else { throw .schemeNotHTTP(absolute.name) }
            return try Self.parse(bytes: Array(reference)).withoutDotSegments
        }
        try Self.checkCharacters(reference)
        if reference.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            return try RequestURL(scheme: scheme, hierarchy: reference).withoutDotSegments
        }
        return try relative(reference.prefix { $0 != UInt8(ascii: "#") })
    }

    /// The reference is a path, a query, both or neither; the authority stays.
    private func relative(_ reference: ArraySlice<UInt8>) throws(URLFault) -> RequestURL {
        guard let first = reference.first else { return self }
        let referencePath = reference.prefix { $0 != UInt8(ascii: "?") }
        let query = reference[referencePath.endIndex...]
        let merged: [UInt8]
        if first == UInt8(ascii: "?") {
            merged = Array(path.utf8)
        } else if first == UInt8(ascii: "/") {
            merged = DotSegments.removed(from: referencePath)
        } else {
            merged = DotSegments.removed(from: (directory + referencePath)[...])
        }
        let resolved = with(target: PercentEncoding.encode((merged + query)[...]))
        try Self.checkLength(resolved.text.utf8)
        return resolved
    }

    /// The path up to its last slash; `/` for an empty one (RFC 3986 5.2.3).
    private var directory: [UInt8] {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return [UInt8(ascii: "/")] }
        return Array(bytes[...slash])
    }

    private var withoutDotSegments: RequestURL {
        let query = target[path.endIndex...]
        let clean = DotSegments.removed(from: Array(path.utf8)[...])
        return with(target: String(decoding: clean, as: UTF8.self) + query)
    }

    private func with(target: String) -> RequestURL {
        RequestURL(scheme: scheme, host: host, port: port, portText: portText, target: target)
    }
}

/// The segments `.` and `..` of a path. Encoded ones (`%2e`) are the origin's business.
enum DotSegments {
    /// The path with its dot segments applied (RFC 3986 5.2.4), in one pass over the segments.
    static func removed(from path: ArraySlice<UInt8>) -> [UInt8] {
        guard path.contains(UInt8(ascii: ".")) else { return Array(path) }
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (position, segment) in segments.enumerated() {
            let isDot = segment.elementsEqual([UInt8(ascii: ".")])
            let isDouble = segment.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")])
            guard isDot || isDouble else {
                kept.append(segment)
                continue
            }
            // The first piece is what stands before the leading slash: nothing climbs above it.
            if isDouble, kept.count > 1 { kept.removeLast() }
            if position == segments.count - 1 { kept.append([]) }
        }
        return Array(kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
