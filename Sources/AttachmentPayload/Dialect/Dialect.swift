/// One row of the table of dialects: how a provider's payloads are told, where their media stand, and their words.
public struct Dialect: Hashable, Sendable {
    /// The provider's name as it prints.
    public var provider: String
    public var form: Form
    /// What tells the dialect; the rows are tried in the order of the table.
    public var marker: Marker
    /// Where media stand, in the order in which they are listed.
    public var slots: [SlotGroup]
    public var fields: FieldPaths
    /// The dialect's own field for the app's data; nil where the whole payload serves as that.
    public var customData: PayloadPath?

    /// Who sees payloads of this form.
    public enum Form: Hashable, Sendable {
        /// A device: iOS where there is `aps`, else Android.
        case device
        /// The provider's server.
        case request
        /// A browser.
        case web
        /// attachfetch itself.
        case storedPush
    }

    public init(
        _ provider: String, _ form: Form = .device, when marker: Marker, slots: [SlotGroup], fields: FieldPaths,
        customData: PayloadPath? = nil
    ) {
        self.provider = provider
        self.form = form
        self.marker = marker
        self.slots = slots
        self.fields = fields
        self.customData = customData
    }

    /// Every path that the row looks at.
    var paths: [PayloadPath] {
        marker.paths + slots.flatMap(\.slots).flatMap(\.paths) + fields.named.flatMap(\.paths)
            + [customData].compactMap(\.self)
    }
}

/// How a payload reaches whom, as it prints.
public enum PayloadShape: String, Codable, Hashable, Sendable {
    /// The user info as an extension on iOS gets it.
    case apnsDevice = "apns-device"
    /// The string map that an Android app gets.
    case fcmDevice = "fcm-device"
    /// The body that is sent to the provider's API.
    case serverRequest = "server-request"
    case web
    case storedPush = "stored-push"
}
