import AttachmentDomain
import Glibc

/// Serves the files below a directory as a plain web server does: type by extension, ETag, Last-Modified, max-age,
/// conditional requests, one range (RFC 9110 sections 13 and 14).
public struct FileTree: Sendable {
    /// The directory, without a slash at the end.
    public let root: String

    public init(root: String) {
        self.root = root
    }

    /// The answer to a request: 200, 206, 304, 404, 405 or 416.
    public func response(to request: OriginRequest) -> ScriptedResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .status(405).header("Allow", "GET, HEAD")
        }
        guard let path = Self.relativePath(request.path), let file = ServedFile("\(root)/\(path)") else {
            return .status(404)
        }
        return response(to: request, with: file, type: Self.contentType(of: path))
    }

    private func response(to request: OriginRequest, with file: ServedFile, type: String) -> ScriptedResponse {
        let described = [
            OriginHeader("ETag", file.entityTag), OriginHeader("Last-Modified", file.lastModified),
            OriginHeader("Cache-Control", "max-age=3600"),
        ]
        if file.isUnchanged(for: request) {
            return ScriptedResponse(status: 304, headers: described)
        }
        let headers = [OriginHeader("Content-Type", type)] + described + [OriginHeader("Accept-Ranges", "bytes")]
        guard let header = request.header("Range"), file.allowsRange(for: request),
            let range = ByteRange(header, of: file.bytes.count)
        else {
            return ScriptedResponse(headers: headers, body: OriginBody(shared: file.bytes))
        }
        return Self.partial(file, range: range, headers: headers)
    }

    private static func partial(_ file: ServedFile, range: ByteRange, headers: [OriginHeader]) -> ScriptedResponse {
        guard case .satisfiable(let bytes) = range else {
            return .status(416).header("Content-Range", "bytes */\(file.bytes.count)")
        }
        let part = ScriptedResponse(status: 206, headers: headers, body: OriginBody(shared: file.bytes, range: bytes))
        return part.header("Content-Range", "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(file.bytes.count)")
    }

    /// The path below the root; nil where it would leave it, or names a hidden file.
    static func relativePath(_ path: String) -> String? {
        guard let decoded = percentDecoded(path), decoded.utf8.first == UInt8(ascii: "/") else { return nil }
        let names = decoded.split(separator: "/")
        guard !names.isEmpty, names.allSatisfy({ !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
        return names.joined(separator: "/")
    }

    /// The type by the extension, as servers tell it.
    static func contentType(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        let suffix = name[name.index(after: dot)...].lowercased()
        if let known = MediaType.defaults.first(where: { $0.fileExtension == suffix }) { return known.mime }
        return otherTypes[suffix] ?? "application/octet-stream"
    }

    private static let otherTypes = [
        "html": "text/html; charset=utf-8", "json": "application/json", "txt": "text/plain; charset=utf-8",
        "jpeg": "image/jpeg", "tif": "image/tiff", "mpeg": "video/mpeg",
    ]
}

/// `%41` and the like replaced by their bytes; nil where a `%` has no two hexadecimal digits.
func percentDecoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
            return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
}
