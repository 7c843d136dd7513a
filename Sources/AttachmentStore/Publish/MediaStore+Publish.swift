public import AttachmentDomain

extension MediaStore {
    /// An empty file in `tmp` for a body that is too large for memory.
    public func makeSpool() throws(StoreError) -> TemporaryFile {
        try TemporaryFile.create(in: root)
    }

    /// Puts bytes under their final name, unless the cache has them already: then their file is read and compared by its
    /// digest, and only a damaged one is written anew. The digest must be that of the bytes.
    ///
    /// Nothing counts as stored before ``commit(_:inspection:responses:since:)``.
    public func place(_ bytes: UnsafeRawBufferPointer, digest: Digest) throws(StoreError) -> PlacedObject {
        let placement = Placement(root: root, durability: limits.durability)
        switch try present(digest, bytes: Int64(bytes.count)) {
        case .sound(let placed): return placed
        case .absent: return try placement.place(bytes, digest: digest, condemned: nil)
        case .damaged(let generation): return try placement.place(bytes, digest: digest, condemned: generation)
        }
    }

    /// Puts a complete spool under its final name, unless the cache has its bytes already. The digest must be that of
    /// its bytes. Either way the spool is used up.
    public func place(_ spool: TemporaryFile, digest: Digest) throws(StoreError) -> PlacedObject {
        let placement = Placement(root: root, durability: limits.durability)
        switch try present(digest, bytes: spool.byteCount) {
        case .sound(let placed):
            spool.discard()
            return placed
        case .absent: return try placement.publish(spool, digest: digest, condemned: nil)
        case .damaged(let generation): return try placement.publish(spool, digest: digest, condemned: generation)
        }
    }

    /// Makes a placed object part of the cache, together with the responses of the fetch that brought it.
    ///
    /// Returns after the commit; many calls of one moment share one. A file that another process stored meanwhile wins.
    /// Failures of the responses' URLs are forgotten.
    ///
    /// - Parameters:
    ///   - responses: the hops in their order, the last of which brought the bytes: its `digest` is set here. Empty
    ///     where nothing may be stored but the bytes, for this call alone.
    ///   - purgeMark: ``URLKnowledge/purgeMark`` from before the fetch; nothing is entered for a URL that was purged
    ///     since.
    public func commit(
        _ placed: PlacedObject, inspection: Inspection, responses: [StoredResponse], since purgeMark: Int64
    ) async throws(StoreError) -> StoredObject {
        try await waiting { then in
            commit(placed, inspection: inspection, responses: responses, since: purgeMark, then: then)
        }
    }

    /// The same for callers that are no task: `then` is called once, on the writing thread, where it must not block.
    public func commit(
        _ placed: PlacedObject, inspection: Inspection, responses: [StoredResponse], since purgeMark: Int64,
        then: @escaping @Sendable (Result<StoredObject, StoreError>) -> Void
    ) {
        let text: String
        do throws(StoreError) {
            text = try StoredText.encode(inspection, shownAs: root.shown(CacheNames.index))
        } catch {
            return then(.failure(error))
        }
        let root = root
        writer.write { session throws(StoreError) in
            let entered = try Publication(session: session)
                .enter(placed, mime: inspection.mediaType, inspection: text)
            try ResponseEntry(session: session, purgeMark: purgeMark).enter(responses, object: entered.id)
            return entered
        } then: { result in
            then(
                result.map { entered in
                    if entered.name == entered.placed.name { entered.placed.settle() }
                    return StoredObject(
                        name: entered.name, bytes: placed.bytes, path: root.path(of: entered.name),
                        inspection: inspection)
                })
        }
    }

    /// The object with other facts about the same bytes. They are written behind the call; where that fails, as in a
    /// cache that may only be read, they are found once more at the next use.
    public func renew(_ object: StoredObject, _ inspection: Inspection) -> StoredObject {
        let shown = root.shown(CacheNames.index)
        writer.write { session throws(StoreError) in
            guard let row = try ObjectRow.find(object.digest, in: session.index) else { return }
            let text = try StoredText.encode(inspection, shownAs: shown)
            try Publication(session: session).renew(row, mime: inspection.mediaType, inspection: text)
        } then: { _ in
        }
        return StoredObject(name: object.name, bytes: object.bytes, path: object.path, inspection: inspection)
    }

    private enum Presence {
        case absent
        case sound(PlacedObject)
        case damaged(Generation)
    }

    /// Whether the cache has these bytes. The row is asked before the disk, and new content costs no more than that.
    private func present(_ digest: Digest, bytes: Int64) throws(StoreError) -> Presence {
        let row = try read { index throws(StoreError) in try ObjectRow.find(digest, in: index) }
        guard let row else { return .absent }
        let files = ObjectFiles(root)
        guard let facts = try files.facts(of: row.name), facts.isRegular, facts.size == bytes,
            let file = try files.open(row.name), try files.matches(file, row.name)
        else { return .damaged(row.name.generation) }
        return .sound(PlacedObject(root: root, name: row.name, facts: facts, file: file, origin: .found))
    }
}
