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
    /// When transfers end: the deadline, less what is kept for the records. None without a deadline.
    let lastByte: Deadline
    /// Fires when the records of the answer are written, so that those of the end come after them.
    let recordsWritten = OneShot()

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
        let kept = WritingTime(records: payload.media.count + payload.rejected.count, before: deadline).whole
        lastByte = Deadline(at: deadline.instant?.advanced(by: .zero - kept))
    }

    /// Loads everything and posts it on the board; goes on behind the answer unless its task is cancelled.
    func work() async {
        async let remembered: Void = remember()
        await loadAll()
        await remembered
    }

    private func remember() async {
        await options.turn?.come()
        do throws(StoreError) {
            let stored = try await core.store.remember(
                identity.push, contentHash: identity.contentHash, source: identity.source, isReplay: identity.isReplay
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
            for start in stride(from: 0, to: places.count, by: Self.lookUpBatch) where !Task.isCancelled {
                let batch = places[start..<min(start + Self.lookUpBatch, places.count)]
                await load(Array(batch), in: group)
            }
        }
        await loadFallbacks()
    }

    /// Looks the URLs up and asks for what the cache does not answer.
    private func load(_ places: [Int], in group: LoadGroup) async {
        let loads = places.map { place in
            Load(request(of: place), time: transferTime) { event in take(event, at: place) { group.finishOne() } }
        }
        group.add(loads)
        await core.workers.run { core.loader.begin(loads) }
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

    private func request(of place: Int) -> LoadRequest {
        var request = LoadRequest(url: plan.jobs[place].url, limits: plan.jobs[place].limits)
        request.use = options.cacheUse
        return request
    }

    private func take(_ event: Load.Event, at place: Int, done: @escaping @Sendable () -> Void) {
        switch event {
        case .standIn(let loaded): copying(MediaOutcome(loaded), of: place) { board.offer($0, at: place) }
        case .over(let landing):
            copying(MediaOutcome(landing), of: place) { outcome in
                board.post(outcome, at: place)
                done()
            }
        }
    }

    /// Writes the copies that were asked for, on a worker, before it goes on.
    private func copying(_ outcome: MediaOutcome, of place: Int, then: @escaping @Sendable (MediaOutcome) -> Void) {
        guard options.copiesDirectory != nil, case .media = outcome else { return then(outcome) }
        core.workers.submit { then(copied(outcome, of: place)) }
    }

    /// The share of one attachment, which begins with its transfer; past the answer only where the transfer may go on
    /// behind it, and then as long as a call has.
    private var transferTime: TransferTime {
        guard let instant = lastByte.instant else { return .init(deadline: .none) }
        if options.continuesBehindAnswer {
            let later = max(instant, .now).advanced(by: .seconds(core.policy.deadline.totalSeconds))
            return .init(deadline: Deadline(at: later))
        }
        let share = core.policy.deadline.perAttachmentShare
        return .init(deadline: lastByte, longest: share < 1 ? options.start.duration(to: instant) * share : nil)
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

extension PushFlow {
    /// What makes records as things stand now.
    func maker(pushKey: String) -> RecordMaker {
        RecordMaker(
            pushKey: pushKey, policy: core.policy, types: core.types, profiles: options.profiles,
            elapsed: options.start.duration(to: .now).milliseconds)
    }
}
