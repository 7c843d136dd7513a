import Glibc

/// A fresh directory under `TMPDIR` (else `/tmp`), removed with all it holds when it is released or removed by hand.
public final class TemporaryDirectory: Sendable {
    /// The absolute path, without a slash at the end.
    public let path: String

    /// - Parameters:
    ///   - name: the beginning of its name.
    ///   - parent: where it is made.
    public init(_ name: String = "attachfetch-test", in parent: String? = nil) throws(SystemFault) {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFault("mkdtemp \(parent)/\(name)-XXXXXX") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        remove()
    }

    /// The absolute path of a file or directory in it, whether or not it exists.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file with these bytes, replacing one that was there; directories of `name` must exist.
    ///
    /// - Returns: its absolute path.
    @discardableResult
    public func write(_ bytes: some Collection<UInt8>, to name: String) throws(SystemFault) -> String {
        let path = path(of: name)
        try writeFile(bytes, to: path)
        return path
    }

    /// Writes a file with the UTF-8 of the text. Returns its absolute path.
    @discardableResult
    public func write(_ text: String, to name: String) throws(SystemFault) -> String {
        try write(text.utf8, to: name)
    }

    /// Makes a directory in it, mode 0700. Returns its absolute path.
    @discardableResult
    public func makeDirectory(_ name: String) throws(SystemFault) -> String {
        let path = path(of: name)
        try checked(mkdir(path, 0o700), "mkdir \(path)")
        return path
    }

    /// The bytes of a file in it.
    public func read(_ name: String) throws(SystemFault) -> [UInt8] {
        try readFile(path(of: name))
    }

    /// Whether something of that name is there.
    public func exists(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }

    /// The paths of all regular files below it, relative to it, sorted.
    public func files() -> [String] {
        regularFiles(below: path).map { String($0.dropFirst(path.utf8.count + 1)) }.sorted()
    }

    /// Removes it now with all it holds. Removing twice changes nothing.
    public func remove() {
        removeTree(path)
    }
}

/// The bytes of a file.
public func readFile(_ path: String) throws(SystemFault) -> [UInt8] {
    try SharedBytes(contentsOf: path).array()
}

/// Writes a file with these bytes, replacing one that was there. Not atomic.
public func writeFile(_ bytes: some Collection<UInt8>, to path: String) throws(SystemFault) {
    let descriptor = try checked(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600), "open \(path)")
    defer { close(descriptor) }
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
        guard count > 0 else { throw SystemFault("write \(path)") }
        written += count
    }
}
