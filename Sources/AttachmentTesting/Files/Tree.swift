import Glibc

/// The names in a directory without `.` and `..`; none when it cannot be read.
private func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        // The field is an array of 256 characters, in Swift a tuple.
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

private enum Kind {
    case directory
    case file
    case other
}

private func kind(of path: String) -> Kind {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return .other }
    return switch facts.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file
    default: .other
    }
}

/// All regular files below a directory, symbolic links not followed.
func regularFiles(below path: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
        let path = "\(path)/\(name)"
        return switch kind(of: path) {
        case .directory: regularFiles(below: path)
        case .file: [path]
        case .other: []
        }
    }
}

/// Removes a directory and all below it, or a file; what cannot be removed stays.
func removeTree(_ path: String) {
    guard kind(of: path) == .directory else {
        unlink(path)
        return
    }
    // A test may have taken its own write permission away.
    chmod(path, 0o700)
    for name in names(in: path) {
        removeTree("\(path)/\(name)")
    }
    rmdir(path)
}
