/// Which profiles judge the media of a slot, unless the caller names others: those that the slot reaches.
enum TargetChoice {
    static func profiles(of platform: MediaSlot.Platform?, dialect: Dialect, shape: PayloadShape) -> [String] {
        switch platform {
        case .any: all
        case .ios: ios
        case .android, .amazon: android
        case .web: web
        case .huawei: huawei
        case nil: profiles(of: dialect, shape: shape)
        }
    }

    private static func profiles(of dialect: Dialect, shape: PayloadShape) -> [String] {
        switch shape {
        case .serverRequest: all
        case .web: web
        case .fcmDevice: dialect.provider == DialectTable.generic.provider ? ios : android
        case .apnsDevice, .storedPush: ios
        }
    }

    private static let ios = ["ios"]
    private static let android = ["fcm-android"]
    private static let web = ["web"]
    private static let huawei = ["hms"]
    private static let all = ios + android + web
}
