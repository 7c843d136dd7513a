import AttachmentCrypto
import AttachmentDomain

/// Takes the decoded bytes of one body: counts them against the limit, shows the head to the examiner, keeps small
/// bodies in memory and moves large ones to a spool while their SHA-256 runs.
final class BodyCollector {
    /// What the examiner sees first, and at most.
    static let firstLook = 4096
    static let secondLook = 65536

    private let request: FetchRequest
    private let announced: Int64?
    private var memory: [UInt8] = []
    private var spool: (any BodySpool)?
    private var hash: SHA256?
    private var nextLook: Int?
    private var limit: Int64
    private var type: String?
    private var kind = MediaKind.unknown
    /// Decoded bytes so far.
    private(set) var count: Int64 = 0

    /// - Parameter announced: Content-Length, which counts the bytes before decoding and is only a hint.
    init(_ request: FetchRequest, announced: Int64?) {
        self.request = request
        self.announced = announced
        limit = request.limits[.unknown]
        // A body that comes in one or two reads is looked at when it is complete, off this thread.
        nextLook = (announced ?? .max) <= Int64(Self.secondLook) ? nil : Self.firstLook
        if let announced, announced <= Int64(request.memoryLimit) {
            memory.reserveCapacity(Int(announced))
        }
    }

    /// Takes the next bytes; returns why the transfer must stop, or nil.
    func append(_ bytes: UnsafeRawBufferPointer, examiner: () -> (any HeadExaminer)?) -> FetchFault.Kind? {
        count += Int64(bytes.count)
        guard count <= limit else { return tooLarge(announced: nil) }
        do throws(Finding) {
            try keep(bytes)
        } catch {
            return .spool(error)
        }
        return look(examiner)
    }

    /// The body as it stands; called once, when the transfer has ended well.
    func finish() -> FetchedBody {
        guard let spool, let hash = hash.take() else {
            return count == 0 ? .none : .memory(memory)
        }
        self.spool = nil
        return .spooled(spool, digest: hash.finalize(), bytes: count, head: memory)
    }

    /// Gives up what has been kept.
    func discard() {
        spool?.discard()
        spool = nil
        memory = []
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
        guard let spool else {
            memory.append(contentsOf: bytes)
            if memory.count > request.memoryLimit { try moveToSpool() }
            return
        }
        hash?.update(bytes)
        try spool.append(bytes)
    }

    private func moveToSpool() throws(Finding) {
        let spool = try request.makeSpool()
        self.spool = spool
        var hash = SHA256()
        let failure = memory.withUnsafeBytes { bytes -> Finding? in
            hash.update(bytes)
            do throws(Finding) {
                try spool.append(bytes)
                return nil
            } catch {
                return error
            }
        }
        self.hash = consume hash
        memory = Array(memory.prefix(Self.secondLook))
        if let failure { throw failure }
    }

    private func look(_ examiner: () -> (any HeadExaminer)?) -> FetchFault.Kind? {
        guard let at = nextLook, memory.count >= at, let examiner = examiner() else { return nil }
        nextLook = at < Self.secondLook ? Self.secondLook : nil
        let opinion = memory.withUnsafeBytes { examiner.examine(UnsafeRawBufferPointer(rebasing: $0.prefix(at))) }
        switch opinion {
        case .undecided: return nil
        case .refused(let finding): return .notMedia(finding)
        case .media(let type, let kind):
            nextLook = nil
            self.type = type
            self.kind = kind
            limit = request.limits[kind]
            if count > limit { return tooLarge(announced: nil) }
            if let announced, announced > limit { return tooLarge(announced: announced) }
            return nil
        }
    }

    private func tooLarge(announced: Int64?) -> FetchFault.Kind {
        .tooLarge(limit: limit, announced: announced, mediaType: type, kind: kind)
    }
}
