import Glibc

/// What was measured, printed as it becomes known, and whether the targets were met.
final class Report {
    private(set) var missed = 0

    /// A heading.
    func section(_ title: String) {
        line("\n\(title)")
    }

    /// A figure with its name.
    func figure(_ name: String, _ value: String) {
        line("  \(name.padded(to: 34)) \(value)")
    }

    /// A figure that is to stay below a target.
    func target(_ name: String, _ value: Double, below limit: Double, digits: Int, unit: String) {
        let isMet = value <= limit
        if !isMet { missed += 1 }
        let verdict = isMet ? "meets" : "MISSES"
        figure(name, "\(value.digits(digits))\(unit)  \(verdict) the target of \(limit.digits(digits))\(unit)")
    }

    private func line(_ text: String) {
        print(text)
        // Seen while the next measurement runs, through a pipe too.
        fflush(nil)
    }
}

/// A measurement could not be taken.
struct BenchFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
