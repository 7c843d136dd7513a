import AttachmentDomain
import AttachmentThreads
import AttachmentURL

// How a transfer begins: its slot, the gate, the names, the connection.

extension TransferLoop {
    func start(_ submission: LoopInbox.Submission) {
        let transfer = Transfer(
            id: submission.id, request: submission.request, in: surroundings, complete: submission.complete)
        transfers[transfer.id] = transfer
        if transfer.deadline.hasPassed() { return fail(transfer, .deadlineExceeded(.queued, received: 0)) }
        if let instant = transfer.deadline.instant { timers.add(transfer.id, at: instant) }
        do {
            try settings.rules.judge(transfer.plan.url)
        } catch {
            return fail(transfer, transfer.plan.refused(error.finding))
        }
        if let instant = transfer.request.notBefore, instant > .now {
            pause(transfer, until: instant)
        } else {
            enqueue(transfer)
        }
    }

    /// Lets it wait for its first slot behind all that came before it.
    func enqueue(_ transfer: Transfer) {
        transfer.stage = .queued
        transfer.queuedSince = .now
        queue.enqueue(transfer.id, host: transfer.request.url.host)
    }

    func headExaminer() -> (any HeadExaminer)? {
        if examiner == nil { examiner = settings.makeExaminer() }
        return examiner
    }

    func admit() {
        while backlog.hasRoom, let id = queue.next(isGone: { transfers[$0] == nil }) {
            guard let transfer = transfers[id] else { continue }
            let now = ContinuousClock.now
            transfer.slot = transfer.plan.url.host
            transfer.timing.queue = (transfer.timing.queue ?? 0) + transfer.queuedSince.duration(to: now).milliseconds
            if transfer.attempts == 0 {
                if let mayBegin = transfer.request.mayBegin, !mayBegin() {
                    end(transfer, as: .stopped)
                    continue
                }
                begin(transfer, at: now)
            }
            ask(transfer)
        }
    }

    /// Its share of the time begins, and what an earlier transfer left is taken up.
    func begin(_ transfer: Transfer, at now: ContinuousClock.Instant) {
        if let longest = transfer.request.longest {
            transfer.deadline = transfer.deadline.earlier(.after(longest, from: now))
            if let instant = transfer.deadline.instant { timers.add(transfer.id, at: instant) }
        }
        if transfer.part == nil, let part = transfer.request.part { transfer.hold(part) }
    }

    /// Begins a hop: the gate first, then the names, then the connection.
    func ask(_ transfer: Transfer, onNewConnection isFresh: Bool = false) {
        let url = transfer.plan.url
        transfer.beginHop()
        transfer.needsFreshConnection = isFresh || transfer.hasStalled
        do {
            try settings.rules.judge(url)
        } catch {
            return fail(transfer, transfer.plan.refused(error.finding))
        }
        transfer.attempts = transfer.plan.attempts
        transfer.lastFault = nil
        transfer.lookups = HopLookups(lookups(for: url))
        resolve(transfer)
    }

    /// Whose addresses a hop needs: the proxy's where there is one, and the host's unless the proxy finds it.
    func lookups(for url: RequestURL) -> [HopLookups.Lookup] {
        let target = HopLookups.Lookup(purpose: .target, host: url.host, port: url.port)
        guard let proxy = settings.proxy else { return [target] }
        let way = HopLookups.Lookup(purpose: .proxy, host: proxy.host, port: proxy.port)
        return proxy.resolvesTargets ? [way] : [way, target]
    }

    private func resolve(_ transfer: Transfer) {
        switch transfer.lookups.current?.host {
        case nil: connect(transfer)
        case .address(let address): resolved(transfer, .addresses([address]))
        case .name(let name):
            transfer.stage = .resolving
            timers.add(transfer.id, at: transfer.lookups.since.advanced(by: connectBudget))
            resolver.resolve(name, for: transfer.id)
        }
    }

    var connectBudget: Duration { .seconds(settings.policy.connectSeconds) }

    func handleAnswers() {
        while !answers.isEmpty {
            let batch = answers
            answers.removeAll(keepingCapacity: true)
            for (id, answer) in batch {
                guard let transfer = transfers[id], transfer.stage == .resolving else { continue }
                transfer.timing.dns = transfer.lookups.since.duration(to: .now).milliseconds
                resolved(transfer, answer)
            }
        }
    }

    func resolved(_ transfer: Transfer, _ answer: NameResolver.Answer) {
        guard let lookup = transfer.lookups.current else { return }
        switch answer {
        case .failed(let why): failed(transfer, unresolved(lookup, why))
        case .addresses(let addresses):
            do {
                if lookup.purpose == .target { try judge(addresses, transfer.plan.url) }
            } catch {
                return fail(transfer, transfer.plan.refused(error.finding))
            }
            transfer.lookups.resolve(to: addresses)
            resolve(transfer)
        }
    }

    func unresolved(_ lookup: HopLookups.Lookup, _ why: NameFailure) -> FetchFault.Kind {
        guard lookup.purpose == .proxy else { return .dnsFailed(host: lookup.host.description, why) }
        return .proxyFailed(
            why: "its name \(lookup.host) cannot be resolved: \(why.explanation)", mayPass: why.retryHelps)
    }

    /// One bad answer refuses the fetch.
    private func judge(_ addresses: [IPAddress], _ url: RequestURL) throws(DestinationFault) {
        for address in addresses { try settings.rules.judge(address, port: url.port, for: url) }
    }

    /// - Parameter mayShare: whether it may wait for a connection that another hop is making, which may carry both.
    func connect(_ transfer: Transfer, sharing mayShare: Bool = true) {
        guard let easy = handles.take() else {
            return failed(transfer, .protocolError(why: "libcurl has no memory for another transfer"))
        }
        let (url, answers) = (transfer.plan.url, transfer.lookups.answers)
        transfer.stage = .connecting
        transfer.easy = easy
        transfer.asksForRest = transfer.part?.url == url
        transfer.mayConnect = ConnectPermission(
            addresses: answers[.proxy] ?? answers[.target] ?? [], port: settings.proxy?.port ?? url.port)
        if mayShare, url.scheme == .https, !transfer.needsFreshConnection {
            let end = ContinuousClock.now.advanced(by: min(Self.longestShare, connectBudget / 4))
            transfer.sharesUntil = end
            timers.add(transfer.id, at: end)
        }
        handles.configure(
            easy, for: transfer, connectBudget: connectBudget - transfer.lookups.since.duration(to: .now),
            transfersUnderWay: transfers.count)
        watch(transfer)
        multi.add(easy)
    }

    /// libcurl 7.88 lets whoever waits for another's connection wait without end: one handshake that hangs would hold up
    /// all that is asked of its host.
    private static let longestShare = Duration.milliseconds(500)

    func watch(_ transfer: Transfer) {
        transfer.stallWatch = StallWatch(stallFloor, from: .now)
        if let watch = transfer.stallWatch { timers.add(transfer.id, at: watch.next) }
    }
}
