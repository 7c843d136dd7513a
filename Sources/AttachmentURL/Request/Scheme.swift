/// The schemes that are fetched.
public enum Scheme: String, Codable, Hashable, Sendable, CaseIterable {
    case http
    case https

    /// The port that is meant when a URL names none (RFC 9110 4.2.1, 4.2.2).
    public var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}
