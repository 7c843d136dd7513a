/// A request as the origin received it.
public struct OriginRequest: Sendable {
    /// `GET`, `HEAD`, …, as sent.
    public let method: String
    /// The request target, as sent: path and query, still percent-encoded.
    public let target: String
    /// The header lines, as sent.
    private let headerLines: [UInt8]
    /// The body that Content-Length announced.
    public let body: [UInt8]
    /// Which request for this path it is, from 1.
    public internal(set) var ordinal = 0
    /// Which connection of this origin it came by, from 1: tells whether connections are reused.
    public internal(set) var connection = 0
    /// The name that the client asked for in its TLS handshake (SNI); nil without one.
    public internal(set) var serverName: String?

    /// Whether the client wants the connection to stay after the answer (RFC 9112 section 9.3).
    let staysOpen: Bool

    init(method: String, target: String, headers: [OriginHeader] = [], body: [UInt8] = [], staysOpen: Bool = true) {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        self.init(
            method: method, target: target, headerLines: Array(lines.utf8), body: body, staysOpen: staysOpen)
    }

    init(method: String, target: String, headerLines: [UInt8], body: [UInt8], staysOpen: Bool) {
        self.method = method
        self.target = target
        self.headerLines = headerLines
        self.body = body
        self.staysOpen = staysOpen
    }

    /// The same request with a target of its own: a route hands on what stands below it.
    func retargeted(_ target: String) -> OriginRequest {
        OriginRequest(method: method, target: target, headerLines: headerLines, body: body, staysOpen: staysOpen)
    }

    /// The headers in the order they were sent; names as sent.
    public var headers: [OriginHeader] {
        headerLines.split(separator: 10).compactMap { OriginHeader(line: $0) }
    }

    /// The target before `?`, still percent-encoded.
    public var path: String {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
    }

    /// What follows the first `?`; empty without one.
    public var query: String {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return String(target[target.utf8.index(after: mark)...])
    }

    /// The value of `name=value` in the query, not decoded.
    public func parameter(_ name: String) -> String? {
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let text = String(Substring(pair))
            if text.hasPrefix(name + "=") { return String(text.dropFirst(name.count + 1)) }
        }
        return nil
    }

    /// The value of the first header of that name, in whatever case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// A header field of a request or response.
public struct OriginHeader: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
