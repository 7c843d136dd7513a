import AttachmentKit
import AttachmentTesting
import Testing

/// One target of the hostile origin, and what must become of it.
struct HostileRow: Sendable, CustomTestStringConvertible {
    /// How patiently it is fetched; all rows of one setting share one call.
    enum Setting: CaseIterable, Sendable {
        /// One request, and time enough.
        case once
        /// Up to three requests.
        case retrying
        /// One request and one second, for what never ends.
        case hasty
        /// One request, given up where a second brings too little; five seconds to notice that.
        case impatient

        /// The deadline of the call.
        var time: Duration {
            switch self {
            case .once, .retrying: .seconds(15)
            case .hasty: .seconds(1)
            case .impatient: .seconds(5)
            }
        }
    }

    /// Media of the origin by their parameters.
    struct File: Sendable {
        var kind = "png"
        var size = 20_000
        var seed = "1"
    }

    var target: String
    var setting = Setting.once
    var state: AttachmentState
    /// Nil when ready.
    var code: Code?
    var mediaType: String?
    /// The file that must lie in the cache, byte for byte; any of these where several are right.
    var files: [File] = []
    /// How many requests for this very target the origin must have seen; nil for any number.
    var asks: Int?
    /// What those requests must have asked for as Range; nil for anything.
    var parts: [String]?
    /// What is to be known of the expectation.
    var note: String?

    var testDescription: String { target.utf8.count > 100 ? "\(target.prefix(100))…" : target }

    static func ready(
        _ target: String, _ mediaType: String = "image/png", _ files: File?..., setting: Setting = .once,
        asks: Int? = 1, parts: [String]? = nil, note: String? = nil
    ) -> HostileRow {
        // Without a word the file is the usual picture; an explicit nil stands for bytes that no row describes.
        let expected = files.isEmpty ? [File()] : files.compactMap(\.self)
        return HostileRow(
            target: target, setting: setting, state: .ready, mediaType: mediaType, files: expected, asks: asks,
            parts: parts, note: note)
    }

    static func rejected(_ target: String, _ code: Code, note: String? = nil) -> HostileRow {
        HostileRow(target: target, state: .rejected, code: code, asks: 1, note: note)
    }

    static func failed(
        _ target: String, _ code: Code, setting: Setting = .once, asks: Int? = 1, note: String? = nil
    ) -> HostileRow {
        HostileRow(target: target, setting: setting, state: .failed, code: code, asks: asks, note: note)
    }

    static func expired(_ target: String) -> HostileRow {
        HostileRow(target: target, setting: .hasty, state: .expired, code: .deadlineExceeded, asks: 1)
    }
}
