import AttachmentTesting

/// How often each path was asked for, `/counts` itself left out.
final class RequestCounts: Sendable {
    private let counts = Monitor<[String: Int]>([:])

    func note(_ request: OriginRequest) {
        counts.withLock { $0[request.path, default: 0] += 1 }
    }

    /// `{"requests":3,"paths":{"/a.jpg":2,"/b.gif":1}}`, paths sorted.
    var json: String {
        let counts = counts.withLock { $0 }
        let paths = counts.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value)" }
        return "{\"requests\":\(counts.values.reduce(0, +)),\"paths\":{\(paths.joined(separator: ","))}}\n"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 32: "?"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
