import CLinux
import Glibc

extension Root {
    /// Whether something is kept of an interrupted transfer of the URL.
    func hasPart(of url: String) -> Bool {
        var facts = attach_file_facts()
        return attach_facts_at(temporary.number, CacheNames.part(of: url), &facts) == 0
    }

    /// Removes it; what is not there needs no removing, and what cannot be removed is swept a day later.
    func removePart(of url: String) {
        _ = unlinkat(temporary.number, CacheNames.part(of: url), 0)
    }
}
