public import AttachmentDomain

/// Which fields of a request somebody other than the transfer may choose.
public enum RequestFields {
    /// Whether the transfer alone decides on a field: it says how a message is sent (RFC 9110 7.6.1, RFC 9112), or which
    /// state or which bytes of a thing are asked for (RFC 9110 12.5.3, 13, 14).
    ///
    /// - Parameter name: in any case.
    public static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return reserved.contains(name) || reservedBeginnings.contains { name.hasPrefix($0) }
    }

    private static let reserved: Set = [
        "accept-encoding", "connection", "expect", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Conditions, and what describes a body that no request here has.
    private static let reservedBeginnings = ["if-", "content-"]

    /// Whether a field can go out as it stands: one that is not reserved, with a token for its name and no control
    /// character but the tab in its value, so that it is one line (RFC 9110 5.1, 5.5). Those that cannot are passed over.
    public static func isSendable(_ field: HTTPHeaders.Field) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy(isTokenByte) && !isReserved(field.name)
            && !field.value.utf8.contains { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }
    }

    /// Whether a field tells who asks, so that it goes to nobody but the origin of the first URL: a redirect must not
    /// carry it elsewhere (RFC 9110 15.4).
    static func isPrivate(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "authorization" || name == "cookie" || name.hasPrefix("proxy-")
    }

    /// RFC 9110 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
