import AttachmentDomain

extension NetworkPolicy: PolicySection {
    static var blank: NetworkPolicy { NetworkPolicy() }

    static var keys: [PolicyKey<NetworkPolicy>] {
        [
            PolicyKey("schemes", \.schemes, .list(.oneOf("https", "http"))),
            PolicyKey("ports", \.ports, .list(.whole(1...65535))),
            PolicyKey("allowOrigins", \.allowOrigins, .list(.text(.origin))),
            PolicyKey("blockedNames", \.blockedNames, .list(.text(.hostName))),
            PolicyKey("blockedAddresses", \.blockedAddresses, .list(.text(.addressRange))),
            PolicyKey("dnsServers", \.dnsServers, .list(.text(.serverAddress))),
            PolicyKey("caFile", \.caFile, .optional(.path)),
            PolicyKey("proxy", \.proxy, .optional(.text(.proxy, isSecret: true))),
            PolicyKey("maxRedirects", \.maxRedirects, .whole(0...50)),
            PolicyKey("connectSeconds", \.connectSeconds, .number(0.01...3600)),
            PolicyKey("stallSeconds", \.stallSeconds, .number(0.1...3600)),
            PolicyKey("stallBytesPerSecond", \.stallBytesPerSecond, .whole(0...1_000_000_000)),
            PolicyKey("maxConnections", \.maxConnections, .whole(1...10_000)),
            PolicyKey("maxConnectionsPerHost", \.maxConnectionsPerHost, .whole(1...10_000)),
            PolicyKey("maxAttempts", \.maxAttempts, .whole(1...20)),
            PolicyKey("headers", \.headers, .rows()),
            PolicyKey("userAgent", \.userAgent, .text(.line)),
        ]
    }
}

extension NetworkPolicy.OriginHeader: PolicySection {
    static var blank: NetworkPolicy.OriginHeader { NetworkPolicy.OriginHeader(origin: "", name: "", valueFile: "") }
    static var required: [String] { ["origin", "name", "valueFile"] }

    static var keys: [PolicyKey<NetworkPolicy.OriginHeader>] {
        [
            PolicyKey("origin", \.origin, .text(.origin)),
            PolicyKey("name", \.name, .text(.headerName)),
            PolicyKey("valueFile", \.valueFile, .path),
        ]
    }
}
