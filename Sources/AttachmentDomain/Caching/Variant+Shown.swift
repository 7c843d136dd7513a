extension Variant {
    /// Whether a field says what is wanted, and not who wants it: its value may be kept and shown as it is. The values of
    /// all others may be secrets, whatever their names.
    ///
    /// - Parameter name: in any case.
    public static func isShown(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "accept" || name.hasPrefix("accept-") || shown.contains(name)
    }

    private static let shown: Set = ["user-agent", "save-data", "dpr", "width", "viewport-width", "sec-ch-ua-mobile"]
}
