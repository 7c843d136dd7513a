import AttachmentDomain

/// The middle value, for an even count the mean of the two; 0 of nothing.
func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

extension Double {
    /// With so many digits after the point.
    func digits(_ count: Int) -> String {
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let scaled = Int((self * scale).rounded())
        guard count > 0 else { return String(scaled) }
        let text = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, count + 1 - text.utf8.count)) + text
        return (scaled < 0 ? "-" : "") + padded.dropLast(count) + "." + padded.suffix(count)
    }
}

extension Duration {
    var inMilliseconds: Double { inSeconds * 1000 }
}
