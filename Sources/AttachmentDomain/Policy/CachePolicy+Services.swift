/// How the content of a notification is made.
public struct NotificationPolicy: Codable, Hashable, Sendable {
    /// Members that may hold an encrypted payload, in the order in which they are looked for.
    public var encryptedMembers = ["encrypted_data", "data"]
    /// A file of keys, `ID BASE64` a line, readable by its owner alone; nil for none.
    public var keyFile: String?
    /// The member and value that make a push critical, as `pointer=value`; nil for the built-in rule.
    public var criticalRule: String?
    public var mutedStillHearsCritical = true

    public init() {}
}

/// The speed of a link.
public struct NetworkLink: Codable, Hashable, Sendable {
    public var bytesPerSecond: Int64
    public var roundTripMilliseconds: Int

    public init(bytesPerSecond: Int64, roundTripMilliseconds: Int) {
        self.bytesPerSecond = bytesPerSecond
        self.roundTripMilliseconds = roundTripMilliseconds
    }
}

/// Links by name, in the order in which they are listed.
public typealias NetworkLinks = NamedValues<NetworkLink>

extension NamedValues<NetworkLink> {
    public static let defaults = NetworkLinks([
        ("wifi", NetworkLink(bytesPerSecond: 3_750_000, roundTripMilliseconds: 20)),
        ("4g", NetworkLink(bytesPerSecond: 1_125_000, roundTripMilliseconds: 70)),
        ("3g", NetworkLink(bytesPerSecond: 93_750, roundTripMilliseconds: 300)),
        ("edge", NetworkLink(bytesPerSecond: 25_000, roundTripMilliseconds: 600)),
    ])
}

/// The HTTP service.
public struct ServicePolicy: Codable, Hashable, Sendable {
    public var listen = "127.0.0.1:8080"
    /// Lines `read TOKEN` or `write TOKEN`; nil for no token, which only a loopback address allows.
    public var tokenFile: String?
    public var maxBodyBytes = 67_108_864
    public var maxHeaderBytes = 16_384
    public var clientTimeoutSeconds = 30.0
    public var requestsPerSecond = 1000
    /// The internal location of a web server in front that sends the files; nil to send them ourselves.
    public var accelRedirectPrefix: String?

    public init() {}
}

/// Where objects and records stand.
public struct BackendPolicy: Codable, Hashable, Sendable {
    public var objects = Objects.file
    public var s3 = S3()
    public var records = Records.sqlite
    public var postgresql = PostgreSQL()

    public enum Objects: String, Codable, Hashable, Sendable, CaseIterable {
        case file
        case s3
    }

    public enum Records: String, Codable, Hashable, Sendable, CaseIterable {
        case sqlite
        case postgresql
    }

    public struct S3: Codable, Hashable, Sendable {
        public var endpoints: [String] = []
        public var region = "us-east-1"
        public var bucket = ""
        public var prefix = ""
        public var pathStyle = true
        public var credentialsFile: String?
        public var caFile: String?

        public init() {}
    }

    public struct PostgreSQL: Codable, Hashable, Sendable {
        /// nil for the environment's `DATABASE_URL`.
        public var url: String?

        public init() {}
    }

    public init() {}
}
