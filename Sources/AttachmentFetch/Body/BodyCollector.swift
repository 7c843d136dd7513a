import AttachmentCrypto
import AttachmentDomain

/// Takes the decoded bytes of one body: counts them against the limit, shows the head to the examiner, keeps small
/// bodies in memory and moves large ones to a spool while their SHA-256 runs.
final class BodyCollector {
    /// What the examiner sees first, and at most.
    static let firstLook = 4096
    static let secondLook = 65536

    private let request: FetchRequest
    private let budget: BodyMemory
    private let announced: Int64?
    /// The whole body, or of a spooled one the head for as long as the examiner may want it.
    private var memory: [UInt8] = []
    private var spool: (any BodySpool)?
    /// Runs from the first byte of a body that is spooled; nil also for one that was continued, which is hashed when it
    /// is complete.
    private var hash: SHA256?
    private var nextLook: Int?
    private var limit: Int64
    private var type: String?
    private var kind = MediaKind.unknown
    /// Decoded bytes so far.
    private(set) var count: Int64 = 0

    /// - Parameters:
    ///   - announced: Content-Length, which counts the bytes before decoding and is only a hint.
    ///   - isMedia: whether it should be media, so that the examiner may judge it.
    init(_ request: FetchRequest, announced: Int64?, isMedia: Bool = true, budget: BodyMemory) {
        self.request = request
        self.announced = announced
        self.budget = budget
        limit = request.limits[.unknown]
        // A body that comes in one or two reads is looked at when it is complete, off this thread.
        let isLookedAt = isMedia && request.examinesHead && (announced ?? .max) > Int64(Self.secondLook)
        nextLook = isLookedAt ? Self.firstLook : nil
        if let announced, announced <= Int64(request.memoryLimit) {
            memory.reserveCapacity(Int(announced))
        }
    }

    /// Goes on with what arrived earlier. Throws what the disk says.
    init(_ request: FetchRequest, continuing part: PartialBody, budget: BodyMemory) throws(Finding) {
        self.request = request
        self.budget = budget
        announced = part.total
        limit = request.limits[.unknown]
        count = part.bytes
        nextLook = request.examinesHead ? Self.firstLook : nil
        switch part.content {
        case .memory(let bytes): memory = bytes
        case .spooled(let spool):
            self.spool = spool
            memory = try spool.head(of: Int(min(part.bytes, Int64(Self.secondLook))))
        }
        budget.add(memory.count)
    }

    deinit {
        budget.remove(memory.count)
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
        guard let spool else { return count == 0 ? .none : .memory(memory) }
        self.spool = nil
        return .spooled(spool, digest: hash.take()?.finalize(), bytes: count)
    }

    /// What has come, for whoever goes on with it; called once, when the transfer was interrupted.
    func interrupted() -> PartialBody.Content {
        guard let spool else { return .memory(memory) }
        self.spool = nil
        return .spooled(spool)
    }

    /// Gives up what has been kept.
    func discard() {
        spool?.discard()
        spool = nil
        forget()
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
        guard let spool else {
            memory.append(contentsOf: bytes)
            budget.add(bytes.count)
            if memory.count > request.memoryLimit || budget.isTooFull(for: memory.count) { try moveToSpool() }
            return
        }
        hash?.update(bytes)
        try spool.append(bytes)
        if nextLook != nil, memory.count < Self.secondLook {
            let more = bytes.prefix(Self.secondLook - memory.count)
            memory.append(contentsOf: more)
            budget.add(more.count)
        }
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
        let head = nextLook == nil ? [] : Array(memory.prefix(Self.secondLook))
        budget.remove(memory.count - head.count)
        memory = head
        if let failure { throw failure }
    }

    private func look(_ examiner: () -> (any HeadExaminer)?) -> FetchFault.Kind? {
        guard let at = nextLook, memory.count >= at, let examiner = examiner() else { return nil }
        nextLook = at < Self.secondLook ? Self.secondLook : nil
        let opinion = memory.withUnsafeBytes { examiner.examine(UnsafeRawBufferPointer(rebasing: $0.prefix(at))) }
        if case .media = opinion { nextLook = nil }
        defer { if nextLook == nil, spool != nil { forget() } }
        switch opinion {
        case .undecided: return nil
        case .refused(let finding): return .notMedia(finding)
        case .media(let type, let kind): return judge(type, kind)
        }
    }

    /// The limit of the kind counts from here on.
    private func judge(_ type: String, _ kind: MediaKind) -> FetchFault.Kind? {
        self.type = type
        self.kind = kind
        limit = request.limits[kind]
        if count > limit { return tooLarge(announced: nil) }
        if let announced, announced > limit { return tooLarge(announced: announced) }
        return nil
    }

    private func forget() {
        budget.remove(memory.count)
        memory = []
    }

    private func tooLarge(announced: Int64?) -> FetchFault.Kind {
        .tooLarge(limit: limit, announced: announced, mediaType: type, kind: kind)
    }
}

extension BodySpool {
    /// The first bytes of what was written.
    fileprivate func head(of count: Int) throws(Finding) -> [UInt8] {
        var failure: Finding?
        let head = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(Finding) {
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            } catch {
                failure = error
                filled = 0
            }
        }
        if let failure { throw failure }
        return head
    }
}
