import AttachmentDomain
import AttachmentJSON

/// A policy file: what it leaves out has its default, what it says must be right.
public enum PolicyFile {
    /// The largest policy file that is read.
    static let maxBytes = 1_048_576

    /// Reads the bytes of a file.
    ///
    /// `path` is the file's absolute path: messages name it, and relative file names inside start from its directory.
    /// Throws when anything at all is wrong, with every fault; nothing starts on a half-read policy.
    public static func read(_ bytes: [UInt8], path: String) throws(PolicyError) -> EffectivePolicy {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, limits: JSONLimits(maxBytes: maxBytes, maxDepth: 64))
        } catch {
            throw .notJSON(path: path, fault: error)
        }
        let reading = PolicyReading(document: document, directory: directory(of: path))
        var policy = CachePolicy()
        reading.read(document.root, into: &policy)
        reading.check(policy)
        guard reading.faults.isEmpty else {
            throw .invalid(path: path, faults: reading.faults.sorted { $0.line < $1.line })
        }
        return EffectivePolicy(policy: policy, file: path, document: document, offsets: reading.offsets)
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

extension PolicyReading {
    /// What must hold between values.
    fileprivate func check(_ policy: CachePolicy) {
        let deadline = policy.deadline
        if deadline.reserveSeconds >= deadline.totalSeconds {
            contradict(
                offsets["deadline.reserveSeconds"] == nil ? "deadline.totalSeconds" : "deadline.reserveSeconds",
                "leaves no time: a reserve of \(deadline.reserveSeconds) s is kept back from a total of "
                    + "\(deadline.totalSeconds) s",
                remedy: "make deadline.reserveSeconds smaller than deadline.totalSeconds")
        }
    }
}
