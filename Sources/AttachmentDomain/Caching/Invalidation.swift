/// What a change of a resource does to what is stored of it (RFC 9111 4.4).
public enum Invalidation {
    /// Whether the stored responses of a URL are to be forgotten after a request to it was answered: where the method may
    /// change something, as every method may that is not known to be safe (RFC 9110 9.2.1), and the answer is no error.
    ///
    /// - Parameters:
    ///   - method: as it was sent; methods are told apart by case.
    ///   - status: of the answer.
    public static func follows(method: String, status: Int) -> Bool {
        !safe.contains(method) && (200..<400).contains(status)
    }

    private static let safe: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]
}
