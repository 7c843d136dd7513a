import Glibc

extension MediaStore {
    /// Keeps what arrived of a body until the same URL is asked for again, for a day at most. It takes the place of an
    /// earlier part of that URL. The spool is used up.
    ///
    /// - Parameters:
    ///   - facts: `bytes` must be what the spool holds.
    ///   - spool: the bytes.
    ///   - purgeMark: ``URLKnowledge/purgeMark`` from before the transfer, so that nothing is kept for a URL that was
    ///     purged since; nil keeps in any case.
    public func keep(
        _ facts: StoredPart.Facts, in spool: TemporaryFile, since purgeMark: Int64? = nil
    ) throws(StoreError) {
        guard let boot = BootIdentity.current else { return spool.discard() }
        try spool.write(try PartTrailer(facts: facts, boot: boot).encoded(shownAs: spool.path))
        try spool.leave(as: CacheNames.part(of: facts.url))
        // Looked for now: a purge that is not seen here comes later, and removes the part itself.
        if let purgeMark, try isPurged(facts.url, since: purgeMark) { root.removePart(of: facts.url) }
    }

    /// The same for bytes in memory.
    public func keep(
        _ facts: StoredPart.Facts, _ bytes: [UInt8], since purgeMark: Int64? = nil
    ) throws(StoreError) {
        let spool = try makeSpool()
        try spool.write(bytes)
        try keep(facts, in: spool, since: purgeMark)
    }

    /// Takes the part of a URL out of the cache; nil where there is none that can be relied on. Who does not bring it to
    /// its end keeps it again.
    public func takePart(of url: String) -> StoredPart? {
        let name = CacheNames.freshTemporaryName()
        // Renamed before it is opened, so that no two ever write to one file.
        guard renameat(root.temporary.number, CacheNames.part(of: url), root.temporary.number, name) == 0 else {
            return nil
        }
        do throws(StoreError) {
            guard let spool = try TemporaryFile.open(name, in: root), let trailer = try trailer(of: spool),
                trailer.facts.url == url, trailer.boot == BootIdentity.current
            else { return nil }
            try spool.cut(to: trailer.facts.bytes)
            return StoredPart(facts: trailer.facts, spool: spool)
        } catch {
            // What cannot be read back is asked for again from its beginning.
            return nil
        }
    }

    private func trailer(of spool: TemporaryFile) throws(StoreError) -> PartTrailer? {
        let size = try spool.size()
        let foot = try spool.bytes(at: size - Int64(PartTrailer.footBytes), count: PartTrailer.footBytes)
        guard let length = PartTrailer.length(foot: foot) else { return nil }
        let start = size - Int64(PartTrailer.footBytes + length)
        guard start > 0 else { return nil }
        let text = String(decoding: try spool.bytes(at: start, count: length), as: UTF8.self)
        let trailer = try StoredText.decode(PartTrailer.self, from: text, shownAs: spool.path)
        return trailer.facts.bytes == start ? trailer : nil
    }
}
