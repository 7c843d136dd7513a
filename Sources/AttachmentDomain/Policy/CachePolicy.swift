/// Everything that can be set: limits, rules, types and targets. The values of `CachePolicy()` are the built-in policy;
/// `cache-policy.json` at the root of the repository writes every one of them out.
///
/// Units stand in the names: seconds, bytes, milliseconds.
public struct CachePolicy: Codable, Hashable, Sendable {
    /// The version of the file's format.
    public var version = 1
    public var deadline = DeadlinePolicy()
    public var network = NetworkPolicy()
    public var caching = CachingPolicy()
    /// The types of media that are recognised and kept.
    public var types = MediaType.defaults
    /// The targets, by name, in the order in which they are listed.
    public var profiles = Profile.defaults
    public var payload = PayloadPolicy()
    public var cache = CacheLimits()
    public var pushes = PushPolicy()
    public var notification = NotificationPolicy()
    /// Links whose speed a delivery is judged against.
    public var networks = NetworkLinks.defaults
    public var service = ServicePolicy()
    public var backends = BackendPolicy()

    public init() {}
}

/// How long one call may take.
public struct DeadlinePolicy: Codable, Hashable, Sendable {
    /// What a notification extension is given, in seconds (observed on iOS; no platform document states it).
    public var totalSeconds = 30.0
    /// What is kept back for handing the answer over.
    public var reserveSeconds = 1.0
    /// The largest part of the whole time that one attachment may take, from 0 to 1.
    public var perAttachmentShare = 1.0

    public init() {}
}

/// Where requests may go, and how much they may take.
public struct NetworkPolicy: Codable, Hashable, Sendable {
    public var schemes = ["https", "http"]
    public var ports = [80, 443, 8000, 8080, 8443]
    /// Origins (`http://127.0.0.1:8080`) that may be fetched though address, name or port rules forbid them.
    public var allowOrigins: [String] = []
    /// Host names refused with all names below them.
    public var blockedNames = [
        "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa",
        "onion", "i2p", "invalid", "test",
    ]
    /// Addresses or ranges (`203.0.113.0/24`) refused besides the special-purpose ones, which are always refused.
    public var blockedAddresses = ["168.63.129.16/32"]
    /// Name servers as `address:port`; empty for the system's.
    public var dnsServers: [String] = []
    /// A PEM file with the issuers to trust; nil for the system's.
    public var caFile: String?
    /// A proxy for every request; nil for none. Proxies of the environment are never used.
    public var proxy: String?
    public var maxRedirects = 5
    /// Resolving, connecting and the TLS handshake together.
    public var connectSeconds = 5.0
    /// The window over which `stallBytesPerSecond` is measured.
    public var stallSeconds = 10.0
    public var stallBytesPerSecond = 100
    public var maxConnections = 64
    public var maxConnectionsPerHost = 16
    /// Requests for one attachment, the first included.
    public var maxAttempts = 3
    /// Headers for one origin each, their values read from files.
    public var headers: [OriginHeader] = []
    public var userAgent = "attachfetch/1"

    public struct OriginHeader: Codable, Hashable, Sendable {
        public var origin: String
        public var name: String
        public var valueFile: String

        public init(origin: String, name: String, valueFile: String) {
            self.origin = origin
            self.name = name
            self.valueFile = valueFile
        }
    }

    public init() {}
}

/// For how long a stored response is used without asking.
public struct CachingPolicy: Codable, Hashable, Sendable {
    public var mode = Mode.private
    /// Freshness where the origin says nothing; never where it says no-store.
    public var minFreshSeconds: Int64 = 3600
    /// The longest freshness that an origin is believed.
    public var maxFreshSeconds: Int64 = 31_536_000
    /// How long past its freshness a response may be used when the origin fails.
    public var staleIfErrorSeconds: Int64 = 86400
    /// Whether nothing at all is asked.
    public var offline = false
    public var negative = Negative()

    /// Whose cache it is (RFC 9111 section 1).
    public enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
        case `private`
        case shared
    }

    /// How long failures are remembered.
    public struct Negative: Codable, Hashable, Sendable {
        public var permanentSeconds: Int64 = 3600
        public var transientSeconds: Int64 = 30

        public init() {}
    }

    public init() {}
}

/// How payloads are read.
public struct PayloadPolicy: Codable, Hashable, Sendable {
    public var maxBytes = 67_108_864
    public var maxDepth = 10_000
    /// More places where media stand, as JSON pointers; `*` stands for any member or element.
    public var mediaPointers: [String] = []

    public init() {}
}

/// How much the cache may hold, and how safely.
public struct CacheLimits: Codable, Hashable, Sendable {
    public var maxBytes: Int64 = 2_147_483_648
    public var maxObjects: Int64 = 1_000_000
    public var minFreeBytes: Int64 = 268_435_456
    public var minFreeInodes: Int64 = 10_000
    public var pinBudgetBytes: Int64 = 1_073_741_824
    public var durability = Durability.default
    /// A file of digests, one a line, whose bytes are never kept; nil for none.
    public var blockedDigestsFile: String?

    /// What survives a loss of power. A kill of any process loses nothing acknowledged in any of them.
    public enum Durability: String, Codable, Hashable, Sendable, CaseIterable {
        /// Every acknowledged file.
        case durable
        /// Files are synced, the newest names may be forgotten; no wrong byte is ever served.
        case `default`
        /// Nothing is synced; what was not is checked before its first use after a restart of the machine.
        case fast
    }

    public init() {}
}

/// How many pushes are remembered.
public struct PushPolicy: Codable, Hashable, Sendable {
    public var maxCount = 1000
    /// Older ones are forgotten; nil for no such limit.
    public var maxAgeSeconds: Int64?

    public init() {}
}
