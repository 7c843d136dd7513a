import AttachmentDomain

extension NotificationPolicy: PolicySection {
    static var blank: NotificationPolicy { NotificationPolicy() }

    static var keys: [PolicyKey<NotificationPolicy>] {
        [
            PolicyKey("encryptedMembers", \.encryptedMembers, .list(.text(.line))),
            PolicyKey("keyFile", \.keyFile, .optional(.path)),
            PolicyKey("criticalRule", \.criticalRule, .optional(.text(.criticalRule))),
            PolicyKey("mutedStillHearsCritical", \.mutedStillHearsCritical, .flag),
        ]
    }
}

extension NetworkLink: PolicySection {
    static var blank: NetworkLink { NetworkLink(bytesPerSecond: 0, roundTripMilliseconds: 0) }
    static var required: [String] { ["bytesPerSecond", "roundTripMilliseconds"] }

    static var keys: [PolicyKey<NetworkLink>] {
        [
            PolicyKey("bytesPerSecond", \.bytesPerSecond, .whole(1...1_000_000_000_000)),
            PolicyKey("roundTripMilliseconds", \.roundTripMilliseconds, .whole(0...60_000)),
        ]
    }
}

extension ServicePolicy: PolicySection {
    static var blank: ServicePolicy { ServicePolicy() }

    static var keys: [PolicyKey<ServicePolicy>] {
        [
            PolicyKey("listen", \.listen, .text(.listenAddress)),
            PolicyKey("tokenFile", \.tokenFile, .optional(.path)),
            PolicyKey("maxBodyBytes", \.maxBodyBytes, .whole(1...4_294_967_295)),
            PolicyKey("maxHeaderBytes", \.maxHeaderBytes, .whole(256...1_048_576)),
            PolicyKey("clientTimeoutSeconds", \.clientTimeoutSeconds, .number(0.1...86_400)),
            PolicyKey("requestsPerSecond", \.requestsPerSecond, .whole(1...1_000_000_000)),
            PolicyKey("accelRedirectPrefix", \.accelRedirectPrefix, .optional(.text(.location))),
        ]
    }
}

extension BackendPolicy: PolicySection {
    static var blank: BackendPolicy { BackendPolicy() }

    static var keys: [PolicyKey<BackendPolicy>] {
        [
            PolicyKey("objects", \.objects, .choice),
            PolicyKey("s3", \.s3, .section),
            PolicyKey("records", \.records, .choice),
            PolicyKey("postgresql", \.postgresql, .section),
        ]
    }
}

extension BackendPolicy.S3: PolicySection {
    static var blank: BackendPolicy.S3 { BackendPolicy.S3() }

    static var keys: [PolicyKey<BackendPolicy.S3>] {
        [
            PolicyKey("endpoints", \.endpoints, .list(.text(.origin))),
            PolicyKey("region", \.region, .text(.line)),
            PolicyKey("bucket", \.bucket, .text(.lineOrEmpty)),
            PolicyKey("prefix", \.prefix, .text(.lineOrEmpty)),
            PolicyKey("pathStyle", \.pathStyle, .flag),
            PolicyKey("credentialsFile", \.credentialsFile, .optional(.path)),
            PolicyKey("caFile", \.caFile, .optional(.path)),
        ]
    }
}

extension BackendPolicy.PostgreSQL: PolicySection {
    static var blank: BackendPolicy.PostgreSQL { BackendPolicy.PostgreSQL() }

    static var keys: [PolicyKey<BackendPolicy.PostgreSQL>] {
        [PolicyKey("url", \.url, .optional(.text(.databaseURL, isSecret: true)))]
    }
}
