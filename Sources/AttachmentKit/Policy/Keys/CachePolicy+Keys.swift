import AttachmentDomain
import AttachmentJSON

// Every key of the policy file, in the order in which the values print: which values it takes and where they go. This
// is the one place for names, ranges and enumerations; schema/cache-policy.schema.json repeats them for editors, and a
// test compares the two.

extension CachePolicy: PolicySection {
    static var blank: CachePolicy { CachePolicy() }

    static var keys: [PolicyKey<CachePolicy>] {
        [
            PolicyKey("version", \.version, .version),
            PolicyKey("deadline", \.deadline, .section),
            PolicyKey("network", \.network, .section),
            PolicyKey("caching", \.caching, .section),
            PolicyKey("types", \.types, .rows()),
            PolicyKey("profiles", \.profiles, .named()),
            PolicyKey("payload", \.payload, .section),
            PolicyKey("cache", \.cache, .section),
            PolicyKey("pushes", \.pushes, .section),
            PolicyKey("notification", \.notification, .section),
            PolicyKey("networks", \.networks, .named()),
            PolicyKey("service", \.service, .section),
            PolicyKey("backends", \.backends, .section),
        ]
    }
}

extension PolicyValue<Int> {
    /// The one version of the format that there is.
    fileprivate static var version: PolicyValue {
        plain("1, the version of the format") { json in json.int == 1 ? 1 : nil }
    }
}

extension DeadlinePolicy: PolicySection {
    static var blank: DeadlinePolicy { DeadlinePolicy() }

    static var keys: [PolicyKey<DeadlinePolicy>] {
        [
            PolicyKey("totalSeconds", \.totalSeconds, .number(0.01...86_400)),
            PolicyKey("reserveSeconds", \.reserveSeconds, .number(0...3600)),
            PolicyKey("perAttachmentShare", \.perAttachmentShare, .number(0.01...1)),
        ]
    }
}

extension CachingPolicy: PolicySection {
    static var blank: CachingPolicy { CachingPolicy() }

    static var keys: [PolicyKey<CachingPolicy>] {
        [
            PolicyKey("mode", \.mode, .choice),
            PolicyKey("minFreshSeconds", \.minFreshSeconds, .whole(0...longest)),
            PolicyKey("maxFreshSeconds", \.maxFreshSeconds, .whole(0...longest)),
            PolicyKey("staleIfErrorSeconds", \.staleIfErrorSeconds, .whole(0...longest)),
            PolicyKey("offline", \.offline, .flag),
            PolicyKey("negative", \.negative, .section),
        ]
    }

    /// A hundred years in seconds.
    static let longest: Int64 = 3_155_760_000
}

extension CachingPolicy.Negative: PolicySection {
    static var blank: CachingPolicy.Negative { CachingPolicy.Negative() }

    static var keys: [PolicyKey<CachingPolicy.Negative>] {
        [
            PolicyKey("permanentSeconds", \.permanentSeconds, .whole(0...CachingPolicy.longest)),
            PolicyKey("transientSeconds", \.transientSeconds, .whole(0...CachingPolicy.longest)),
        ]
    }
}

extension PayloadPolicy: PolicySection {
    static var blank: PayloadPolicy { PayloadPolicy() }

    static var keys: [PolicyKey<PayloadPolicy>] {
        [
            PolicyKey("maxBytes", \.maxBytes, .whole(1...4_294_967_295)),
            PolicyKey("maxDepth", \.maxDepth, .whole(1...1_000_000)),
            PolicyKey("mediaPointers", \.mediaPointers, .list(.text(.jsonPointer))),
        ]
    }
}

extension CacheLimits: PolicySection {
    static var blank: CacheLimits { CacheLimits() }

    static var keys: [PolicyKey<CacheLimits>] {
        [
            PolicyKey("maxBytes", \.maxBytes, .whole(0...largest)),
            PolicyKey("maxObjects", \.maxObjects, .whole(0...largest)),
            PolicyKey("minFreeBytes", \.minFreeBytes, .whole(0...largest)),
            PolicyKey("minFreeInodes", \.minFreeInodes, .whole(0...largest)),
            PolicyKey("pinBudgetBytes", \.pinBudgetBytes, .whole(0...largest)),
            PolicyKey("durability", \.durability, .choice),
            PolicyKey("blockedDigestsFile", \.blockedDigestsFile, .optional(.path)),
        ]
    }

    /// The largest whole number that every reader of JSON keeps exactly.
    private static let largest: Int64 = 9_007_199_254_740_991
}

extension PushPolicy: PolicySection {
    static var blank: PushPolicy { PushPolicy() }

    static var keys: [PolicyKey<PushPolicy>] {
        [
            PolicyKey("maxCount", \.maxCount, .whole(0...1_000_000_000)),
            PolicyKey("maxAgeSeconds", \.maxAgeSeconds, .optional(.whole(1...CachingPolicy.longest))),
        ]
    }
}
