/// Finds what somebody meant who wrote a name that does not exist.
public enum NearestName {
    /// The candidate that takes the fewest edits from `name`, case not counted; the first of several. Nil only without
    /// candidates.
    public static func of(_ name: String, among candidates: some Sequence<String>) -> (name: String, edits: Int)? {
        candidates
            .map { (name: $0, edits: edits(from: name.lowercased(), to: $0.lowercased())) }
            .min { $0.edits < $1.edits }
    }

    /// The nearest candidate when it is near enough to be a slip of the pen: at most a third of the name is edited.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        guard let nearest = of(name, among: candidates), nearest.edits <= max(1, name.count / 3) else { return nil }
        return nearest.name
    }

    /// How many letters are inserted, left out, exchanged or swapped with their neighbour (the optimal string alignment
    /// distance).
    static func edits(from source: String, to target: String) -> Int {
        let source = Array(source.unicodeScalars)
        let target = Array(target.unicodeScalars)
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for row in 0..<source.count {
            var current = [row + 1]
            for column in 0..<target.count {
                let exchanged = last[column] + (source[row] == target[column] ? 0 : 1)
                var least = min(exchanged, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[target.count]
    }
}
