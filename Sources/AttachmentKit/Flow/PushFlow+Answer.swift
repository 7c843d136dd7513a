import AttachmentDomain
import AttachmentPayload
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// From the board to the answer.
extension PushFlow {
    /// The answer with what is on the board, once it is full or closed. Of a long list the records are made and stored
    /// in portions while the rest is on its way, so that little is left to do at its end.
    ///
    /// - Parameter whenClosed: called when nothing that comes later will be in the answer.
    func answer(whenClosed: () -> Void = {}) async -> FetchResult {
        armDeadline()
        var book = RecordBook(count: total)
        await withTaskCancellationHandler {
            while let portion = await board.nextPortion(of: Self.recordsAtOnce) { enter(portion, in: &book) }
        } onCancel: {
            board.close(.cancelled)
        }
        // Taken first: what is ended now was not over by the deadline, and does not count as cancelled.
        let snapshot = board.snapshot
        whenClosed()
        let last = complete(&book, from: snapshot)
        await store(last, after: book.writes, snapshot)
        return result(of: snapshot, book.records)
    }

    private static let recordsAtOnce = 128

    /// Transfers that end with the deadline report their own phase a moment later; the answer waits that long for them.
    private static let grace = Duration.milliseconds(15)

    private func armDeadline() {
        guard let instant = lastByte.instant else { return }
        let close = options.continuesBehindAnswer ? instant : instant.advanced(by: Self.grace)
        // A board whose answer was given must not be kept until then.
        core.alarms.call(at: close) { [weak board] in board?.close(.deadline) }
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
        var findings = payload.findings
        switch snapshot.push {
        case .success: break
        case .failure(let error): findings.append(error.finding)
        case nil: findings.append(Finding(.deadlineExceeded, "the deadline came before the push was stored"))
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
        let outcome = snapshot.outcomes[job] ?? snapshot.standIns[job] ?? missing(url, snapshot.closing)
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
        guard let instant = deadline.instant else { return moment.advanced(by: .seconds(10)) }
        return max(moment, instant.advanced(by: .zero - WritingTime(records: total, before: deadline).each))
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
