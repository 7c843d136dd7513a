import AttachmentDomain
import AttachmentFetch
import AttachmentPayload
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// One payload from its references to its answer: plan, load, copy, judge, record.
///
/// Outcomes arrive on a board; the answer takes what is there when all have come, when the deadline comes, or when the
/// caller gives up, whichever is first.
struct PushFlow: Sendable {
    let core: FetchCore
    let payload: ReadPayload
    let deadline: Deadline
    let options: FetchOptions
    let plan: MediaPlan
    let board: AnswerBoard
    let identity: PushIdentity
    /// Fires when the records of the answer are written, so that those of the end come after them.
    private let recordsWritten = OneShot()

    init(
        _ core: FetchCore, _ payload: ReadPayload, _ identity: PushIdentity, deadline: Deadline, options: FetchOptions
    ) {
        self.core = core
        self.payload = payload
        self.identity = identity
        self.deadline = deadline
        self.options = options
        plan = MediaPlan(payload, profiles: options.profiles, policy: core.policy)
        board = AnswerBoard(count: plan.jobs.count)
    }

    /// Loads everything and posts it on the board; goes on behind the answer unless its task is cancelled.
    func work() async {
        async let remembered: Void = remember()
        await loadAll()
        await remembered
    }

    /// The answer with what is on the board, once it is full or closed. Of a long list the records are made and stored
    /// in portions while the rest is on its way, so that little is left to do at its end.
    func answer() async -> FetchResult {
        armDeadline()
        var book = RecordBook(count: total)
        await withTaskCancellationHandler {
            while let portion = await board.nextPortion(of: Self.recordsAtOnce) { enter(portion, in: &book) }
        } onCancel: {
            board.close(.cancelled)
        }
        let snapshot = board.snapshot
        let last = complete(&book, from: snapshot)
        await store(last, after: book.writes, snapshot)
        return result(of: snapshot, book.records)
    }

    private static let recordsAtOnce = 128

    /// Transfers that end with the deadline report their own phase a moment later; the answer waits that long for them.
    private static let grace = Duration.milliseconds(15)

    private func armDeadline() {
        guard let instant = deadline.instant else { return }
        let closing = options.continuesBehindAnswer ? instant : instant.advanced(by: Self.grace)
        core.alarms.call(at: closing) { [board] in board.close(.deadline) }
    }

    private func remember() async {
        await options.turn?.come()
        do throws(StoreError) {
            let stored = try await core.store.remember(
                identity.push, contentHash: identity.contentHash, source: identity.source
            ) { options.turn?.pass() }
            board.post(.success(stored))
        } catch {
            board.post(.failure(error))
        }
    }
}

// MARK: Loading

extension PushFlow {
    /// How many URLs are looked up before the first of them is asked for.
    private static let lookUpBatch = 64

    private func loadAll() async {
        let places = plan.jobs.indices.filter { !plan.jobs[$0].isFallback }
        await LoadGroup.run { group in
            for start in stride(from: 0, to: places.count, by: Self.lookUpBatch) {
                let batch = places[start..<min(start + Self.lookUpBatch, places.count)]
                await load(Array(batch), in: group)
            }
        }
        await loadFallbacks()
    }

    /// Looks the URLs up and starts what the cache does not answer.
    private func load(_ places: [Int], in group: LoadGroup) async {
        do throws(StoreError) {
            let known = try await core.loader.lookUp(places.map { plan.jobs[$0].url })
            core.fetcher.batch {
                for (place, known) in zip(places, known) {
                    group.start { done in start(place, known, then: done) }
                }
            }
        } catch {
            for place in places { board.post(.failed(LoadFailure(error.finding)), at: place) }
        }
    }

    /// One after another: each only if all references before it have failed.
    private func loadFallbacks() async {
        for (place, job) in plan.jobs.enumerated() where job.isFallback {
            if isNeeded(fallback: place) {
                await LoadGroup.run { group in await load([place], in: group) }
            } else {
                board.post(.skipped, at: place)
            }
        }
    }

    private func isNeeded(fallback place: Int) -> Bool {
        let outcomes = board.snapshot.outcomes
        let maker = maker(pushKey: identity.push.uniqueKey)
        for (index, reference) in payload.media.enumerated() {
            let job = plan.places[index]
            if job == place { return true }
            guard let outcome = outcomes[job] else { continue }
            let record = maker.record(reference, plan.jobs[job].url, index: index, outcome: outcome)
            if record.state == .ready { return false }
        }
        return true
    }

    private func start(
        _ place: Int, _ known: MediaLoader.Known?, then done: @escaping @Sendable () -> Void
    ) -> FetchHandle? {
        let job = plan.jobs[place]
        return core.loader.load(job, known: known, deadline: transferDeadline) { outcome in
            guard options.copiesDirectory != nil, case .media = outcome else {
                board.post(outcome, at: place)
                return done()
            }
            core.workers.submit {
                board.post(copied(outcome, of: place), at: place)
                done()
            }
        }
    }

    /// The share of one attachment, and past the answer only where the transfer may go on behind it.
    private var transferDeadline: Deadline {
        guard let instant = deadline.instant else { return .none }
        if options.continuesBehindAnswer {
            return Deadline(at: max(instant, .now).advanced(by: .seconds(core.policy.deadline.totalSeconds)))
        }
        let share = options.start.duration(to: instant) * core.policy.deadline.perAttachmentShare
        return deadline.earlier(.after(share))
    }

    /// Writes the copies that were asked for; an outcome whose copy fails is a failure. Blocking; runs on a worker.
    private func copied(_ outcome: MediaOutcome, of place: Int) -> MediaOutcome {
        guard let directory = options.copiesDirectory, case .media(var media) = outcome else { return outcome }
        let maker = maker(pushKey: identity.push.uniqueKey)
        for index in plan.jobs[place].references {
            let record = maker.record(payload.media[index], plan.jobs[place].url, index: index, outcome: outcome)
            guard record.state == .ready, let fileName = record.fileName else { continue }
            let path = "\(directory)/\(index)-\(fileName)"
            do throws(StoreError) {
                try core.store.copy(media.object, to: path)
                media.copies[index] = path
            } catch {
                return .failed(LoadFailure(error.finding))
            }
        }
        return .media(media)
    }
}

// MARK: Answering

extension PushFlow {
    private func maker(pushKey: String) -> RecordMaker {
        RecordMaker(
            pushKey: pushKey, policy: core.policy, types: core.types, profiles: options.profiles,
            elapsed: options.start.duration(to: .now).milliseconds)
    }

    /// Makes the records of outcomes that came together, and starts their way into the store.
    private func enter(_ portion: AnswerBoard.Portion, in book: inout RecordBook) {
        let maker = maker(pushKey: portion.push.uniqueKey)
        var records: [AttachmentRecord] = []
        for (place, outcome) in portion.outcomes {
            let job = plan.jobs[place]
            for index in job.references {
                records.append(maker.record(payload.media[index], job.url, index: index, outcome: outcome))
            }
        }
        for record in records { book.enter(record) }
        book.writes.append(Task { [self] in await write(records, of: portion.push) })
    }

    /// The answer as the board stands.
    private func result(of snapshot: AnswerBoard.Snapshot, _ records: [AttachmentRecord]) -> FetchResult {
        var findings: [Finding] = []
        switch snapshot.push {
        case .success: break
        case .failure(let error): findings.append(error.finding)
        case nil: findings.append(Finding(.cacheUnavailable, "the push could not be stored before the deadline"))
        }
        return FetchResult(
            push: push(snapshot), attachments: records, findings: findings, deadline: report(records))
    }

    /// The push as it is kept, or as it came where it could not be.
    private func push(_ snapshot: AnswerBoard.Snapshot) -> StoredPush {
        if case .success(let stored) = snapshot.push { stored } else { identity.push }
    }

    /// Makes the records that the book lacks, and returns them.
    private func complete(_ book: inout RecordBook, from snapshot: AnswerBoard.Snapshot) -> [AttachmentRecord] {
        let maker = maker(pushKey: push(snapshot).uniqueKey)
        let made = book.missing.map { record($0, snapshot, maker) }
        for record in made { book.enter(record) }
        return made
    }

    /// The record at that place: of a reference, or after those of a rejected slot.
    private func record(_ index: Int, _ snapshot: AnswerBoard.Snapshot, _ maker: RecordMaker) -> AttachmentRecord {
        guard index < payload.media.count else {
            return maker.record(payload.rejected[index - payload.media.count], index: index)
        }
        let (job, url) = (plan.places[index], payload.requests[index])
        let outcome = snapshot.outcomes[job] ?? missing(url, snapshot.closing)
        return maker.record(payload.media[index], url, index: index, outcome: outcome)
    }

    /// How many records the payload has.
    private var total: Int { payload.media.count + payload.rejected.count }

    private func missing(_ url: RequestURL, _ closing: AnswerBoard.Closing?) -> MediaOutcome {
        let reason =
            closing == .cancelled
            ? Finding(.cancelled, "the call ended before \(url.redacted) was complete")
            : Finding(.deadlineExceeded, "the deadline came before \(url.redacted) was complete")
        return .failed(LoadFailure(reason))
    }

    private func report(_ records: [AttachmentRecord]) -> DeadlineReport {
        let given = deadline.instant.map { options.start.duration(to: $0).milliseconds } ?? 0
        let elapsed = options.start.duration(to: .now).milliseconds
        return DeadlineReport(
            seconds: Double(given) / 1000, elapsedSeconds: Double(elapsed) / 1000,
            met: !records.indices.contains { records[$0].state == .expired })
    }
}

// MARK: Storing the records

extension PushFlow {
    /// Writes the records that are not written yet, and the leases of the paths that they give, but waits for that no
    /// longer than a moment: a cache that hangs must not keep the answer.
    private func store(
        _ records: [AttachmentRecord], after writes: [Task<Void, Never>], _ snapshot: AnswerBoard.Snapshot
    ) async {
        guard case .success(let push) = snapshot.push else { return recordsWritten.fire() }
        let done = OneShot()
        Task { [self] in
            for write in writes { await write.value }
            await write(records, of: push)
            recordsWritten.fire()
            done.fire()
        }
        core.alarms.call(at: latestForRecords) { done.fire() }
        await done.wait()
    }

    /// The deadline where there is still time, else a moment from now.
    private var latestForRecords: ContinuousClock.Instant {
        let moment = ContinuousClock.now.advanced(by: .milliseconds(50))
        return max(moment, deadline.instant ?? moment.advanced(by: .seconds(10)))
    }

    /// Replaces the records of the push once everything has come, for the readers of later.
    func storeFinalRecords() async {
        await recordsWritten.wait()
        let snapshot = board.snapshot
        guard case .success(let push) = snapshot.push, snapshot.closing != nil else { return }
        var book = RecordBook(count: total)
        await write(complete(&book, from: snapshot), of: push)
    }

    /// How long a path that was handed out stays safe from eviction.
    private static let leaseSeconds: Int64 = 3600

    private func write(_ records: [AttachmentRecord], of push: StoredPush) async {
        do throws(StoreError) {
            try await core.store.setAttachments(
                records, ofPush: push.uniqueKey, total: total, leaseSeconds: Self.leaseSeconds)
        } catch {
            // The answer itself is right without them; the next fetch of the push writes them again.
        }
    }
}
