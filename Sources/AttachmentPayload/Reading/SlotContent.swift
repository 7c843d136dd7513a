import AttachmentDomain
import AttachmentJSON
import AttachmentURL

/// What stands in a slot that is present.
enum SlotContent {
    /// A URL that can be asked for.
    case fetchable(url: String, RequestURL)
    /// Nothing that can be fetched.
    case unusable(RejectedSlot.Reason, scheme: String?, url: String?)

    /// Strings that take more bytes in the payload are no URL whatever they hold, and are not copied to find out.
    private static let longestDecoded = 1_048_576

    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .unusable(.null, scheme: nil, url: nil)
        case .string: self.init(string: value)
        default: self = .unusable(.notAString, scheme: nil, url: nil)
        }
    }

    private init(string value: JSONValue) {
        if value.textRange.count > Self.longestDecoded {
            let isBlank = value.sourceBytes.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: " ") }
            self = .unusable(isBlank ? .empty : .malformed, scheme: nil, url: nil)
            return
        }
        let url = value.string ?? ""
        do {
            self = .fetchable(url: url, try RequestURL.parse(url))
        } catch {
            self.init(error, url: url)
        }
    }

    private init(_ fault: URLFault, url: String) {
        switch fault {
        case .empty: self = .unusable(.empty, scheme: nil, url: url)
        case .noScheme: self = .unusable(.noScheme, scheme: nil, url: url)
        case .schemeNotHTTP(let scheme): self = .unusable(.schemeNotHTTP, scheme: scheme, url: url)
        case .noHost: self = .unusable(.noHost, scheme: nil, url: url)
        case .malformed: self = .unusable(.malformed, scheme: nil, url: url)
        }
    }
}
