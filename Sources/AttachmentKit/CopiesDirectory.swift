import AttachmentDomain
import CLinux
import Glibc

/// The directory that takes copies for the caller.
enum CopiesDirectory {
    /// Makes the directory and its parents where they are missing; one that is there is no error. Blocking.
    static func make(_ path: String) throws(AttachmentError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
            throw failure(path, errno)
        }
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw failure(path, errno) }
        guard facts.st_mode & S_IFMT == S_IFDIR else { throw failure(path, ENOTDIR) }
    }

    private static func failure(_ path: String, _ number: Int32) -> AttachmentError {
        let words = String(cString: attach_error_words(number))
        let code: Code = number == ENOSPC || number == EDQUOT ? .diskFull : .cacheUnavailable
        return AttachmentError(
            .file,
            Finding(
                code, "the directory \(path) for copies cannot be made: \(words)",
                remedy: "name a directory that can be written"))
    }
}
