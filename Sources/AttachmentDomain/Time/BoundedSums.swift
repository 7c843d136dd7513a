extension Int64 {
    /// The sum, or the end of the numbers that it lies beyond: instants that somebody else wrote may lie anywhere.
    func plus(_ other: Int64) -> Int64 {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the end of the numbers that it lies beyond.
    func minus(_ other: Int64) -> Int64 {
        let (difference, isTooFar) = subtractingReportingOverflow(other)
        return isTooFar ? (other < 0 ? .max : .min) : difference
    }
}
