/// Which profiles judge the media of a slot, unless the caller names others: those that the slot reaches.
enum TargetChoice {
    static func profiles(of slot: MediaSlot, dialect: Dialect, shape: PayloadShape) -> [String] {
        switch slot.platform {
        case .any: ["ios", "fcm-android", "web"]
        case .ios: ["ios"]
        case .android, .amazon: ["fcm-android"]
        case .web: ["web"]
        case .huawei: ["hms"]
        case nil: profiles(of: dialect, shape: shape)
        }
    }

    private static func profiles(of dialect: Dialect, shape: PayloadShape) -> [String] {
        switch shape {
        case .serverRequest: ["ios", "fcm-android", "web"]
        case .web: ["web"]
        case .fcmDevice: dialect.provider == DialectTable.generic.provider ? ["ios"] : ["fcm-android"]
        case .apnsDevice, .storedPush: ["ios"]
        }
    }
}
