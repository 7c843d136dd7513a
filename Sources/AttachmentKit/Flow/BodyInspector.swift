import AttachmentCrypto
import AttachmentDomain
import AttachmentFetch
import AttachmentInspection
import AttachmentStore

/// A complete body on its way into the store: digest, type, limit, then the file. Blocking; runs on a worker.
struct BodyInspector: Sendable {
    let store: MediaStore
    let recognisers: RecogniserPool

    /// What a body turned out to be.
    enum Verdict: Sendable {
        case placed(PlacedObject, Inspection, inspect: Duration, store: Duration)
        case failed(Unfit)
    }

    /// A body that does not count, and what is known of it.
    struct Unfit: Error {
        var finding: Finding
        var mediaType: String?
        var kind: MediaKind?
        var facts: Inspection?

        init(_ finding: Finding, mediaType: String? = nil) {
            self.finding = finding
            self.mediaType = mediaType
        }

        init(_ finding: Finding, facts: Inspection) {
            self.finding = finding
            self.facts = facts
            mediaType = facts.mediaType
            kind = facts.kind
        }
    }

    /// Inspects the body and places it in the store. What does not count is given up at once.
    ///
    /// - Parameters:
    ///   - anyType: whether a body counts that is no media, or of a type outside the table, whose kind is then
    ///     unknown, or damaged.
    ///   - takesEmpty: whether a body of no bytes counts.
    func take(
        _ body: FetchedBody, limits: JudgedLimits, anyType: Bool = false, empty takesEmpty: Bool = false
    ) -> Verdict {
        let start = ContinuousClock.now
        switch recognise(body, anyType: anyType, takesEmpty: takesEmpty) {
        case .failure(let reason):
            discard(body)
            return .failed(reason)
        case .success(let facts):
            let limit = limits.reading[facts.kind]
            guard body.count <= limit else {
                discard(body)
                let message =
                    "\(facts.mediaType) of \(grouped(body.count)) bytes exceeds \(grouped(limit)) "
                    + limits.owner(of: facts.kind)
                return .failed(Unfit(Finding(.tooLarge, message), facts: facts))
            }
            return place(body, facts, since: start)
        }
    }

    private func place(_ body: FetchedBody, _ facts: Inspection, since start: ContinuousClock.Instant) -> Verdict {
        do throws(StoreError) {
            let (placed, inspected) = try write(body)
            return .placed(
                placed, facts, inspect: start.duration(to: inspected), store: inspected.duration(to: .now))
        } catch {
            return .failed(Unfit(error.finding, facts: facts))
        }
    }

    /// The file in the store, and when the digest was known.
    private func write(_ body: FetchedBody) throws(StoreError) -> (PlacedObject, ContinuousClock.Instant) {
        switch body {
        case .spooled(let spool as TemporaryFile, let known, _):
            let digest: Digest
            if let known { digest = known } else { digest = try spool.digest() }
            let hashed = ContinuousClock.now
            return (try store.place(spool, digest: digest), hashed)
        case .memory(let bytes):
            let digest = SHA256.digest(of: bytes)
            let hashed = ContinuousClock.now
            return (try placing(bytes, digest), hashed)
        case .none, .spooled:
            let digest = SHA256.digest(of: [])
            return (try placing([], digest), .now)
        }
    }

    private func placing(_ bytes: [UInt8], _ digest: Digest) throws(StoreError) -> PlacedObject {
        let placed = bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try store.place(buffer, digest: digest) }
        }
        return try placed.get()
    }

    private func recognise(
        _ body: FetchedBody, anyType: Bool, takesEmpty: Bool
    ) -> Result<Inspection, Unfit> {
        do {
            return switch try recognition(of: body) {
            case .media(let facts): fit(facts, bytes: body.count, anyType: anyType)
            case .unsupported(let mime) where anyType: .success(Inspection(untabled: mime))
            case .notMedia(let mime) where anyType: .success(Inspection(untabled: mime))
            case .empty where takesEmpty: .success(Inspection(untabled: "application/octet-stream"))
            case .unsupported(let mime):
                .failure(Unfit(Finding(.typeUnsupported, "\(mime) is not in the table of types"), mediaType: mime))
            case .notMedia(let mime): .failure(Unfit(Unfitness.notMedia(mime)))
            case .empty: .failure(Unfit(Finding(.empty, "the body is empty")))
            case .undecided: .failure(Unfit(Unfitness.notMedia("of an unknown type")))
            }
        } catch {
            return .failure(Unfit(error.finding))
        }
    }

    private func fit(_ facts: Inspection, bytes: Int64, anyType: Bool) -> Result<Inspection, Unfit> {
        guard !anyType, let finding = Unfitness.finding(of: facts, bytes: bytes) else { return .success(facts) }
        return .failure(Unfit(finding, facts: facts))
    }

    private func recognition(of body: FetchedBody) throws(InspectionFault) -> Recognition {
        switch body {
        case .none: .empty
        case .memory(let bytes): try recognisers.recognise(MemoryWindow(bytes), complete: true)
        case .spooled(let spool, _, let bytes):
            try recognisers.recognise(SpoolWindow(spool: spool, bytes: bytes), complete: true)
        }
    }

    private func discard(_ body: FetchedBody) {
        if case .spooled(let spool, _, _) = body { spool.discard() }
    }
}
