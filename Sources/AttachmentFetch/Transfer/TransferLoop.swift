import AttachmentDomain
import AttachmentThreads
import AttachmentURL
import CCurl
import Synchronization

/// All transfers of a fetcher, on one thread: libcurl's multi interface, c-ares, and the timers of the deadlines.
///
/// Nothing here blocks: names are resolved without waiting, libcurl is given addresses only, and the poll sleeps no
/// longer than until the next instant that somebody waits for.
final class TransferLoop {
    private let settings: FetchSettings
    private let inbox: LoopInbox
    private let poller: SocketPoller
    private let multi: CurlMulti
    private let handles: HandlePool
    private var examiner: (any HeadExaminer)?
    private lazy var resolver = NameResolver(servers: settings.policy.dnsServers, poller: poller) {
        [unowned self] id, answer in
        answers.append((id, answer))
    }
    private var answers: [(id: Int, answer: NameResolver.Answer)] = []
    private var transfers: [Int: Transfer] = [:]
    private var queue: AdmissionQueue<Host>
    private let backlog: BodyBacklog
    private let sockets = OpenSockets()
    private lazy var surroundings = Transfer.Surroundings(
        policy: settings.policy, now: settings.now, examiner: { [unowned self] in headExaminer() },
        memory: BodyMemory(), drains: { [unowned self] in drained.append($0) }, sockets: sockets)
    private var timers = TimerQueue<Int>()
    /// Those that were answered with their connection still open: closing a thousand takes longer than answering them.
    private var ended: [Transfer] = []
    /// Those whose head has decided while libcurl was at work.
    private var drained: [Int] = []
    private var isClosing = false

    init(settings: FetchSettings, inbox: LoopInbox) throws(CurlUnavailable) {
        do {
            poller = try SocketPoller()
        } catch {
            throw CurlUnavailable(
                Finding(.connectFailed, "no connection can be watched: the process has no file descriptors left"))
        }
        multi = try CurlMulti(maxIdleConnections: settings.policy.maxConnections, poller: poller, sockets: sockets)
        self.settings = settings
        self.inbox = inbox
        handles = HandlePool(settings)
        backlog = BodyBacklog { [inbox] in inbox.wakeUp() }
        queue = AdmissionQueue(
            maxTotal: settings.policy.maxConnections, maxPerHost: settings.policy.maxConnectionsPerHost)
    }

    /// Runs until it is told to close and every transfer has been answered.
    func run() {
        inbox.attach(poller)
        while true {
            takeInbox()
            if isClosing { break }
            admit()
            multi.actOnClock()
            finishTransfers()
            // What has arrived counts before the clocks: a late look must not take it for too late.
            lookAtClocks(at: .now)
            releaseEnded()
            handleAnswers()
            admit()
            wait(milliseconds: sleepMilliseconds())
        }
        inbox.detach()
        for transfer in Array(transfers.values) { fail(transfer, .cancelled) }
        releaseEnded(atMost: .max)
    }

    private func takeInbox() {
        let messages = inbox.take()
        // What has arrived is kept for the next transfer of the same URL, so it is read before its transfer is ended.
        if messages.contains(where: \.endsTransfers) {
            wait(milliseconds: 0)
            finishTransfers()
        }
        for message in messages {
            switch message {
            case .submit(let submission): start(submission)
            case .cancel(let id): cancel(id)
            case .close: isClosing = true
            }
        }
    }

    /// Sleeps until a socket, a timer or another thread has something, but no longer than that.
    private func wait(milliseconds: Int32) {
        for ready in poller.wait(milliseconds: milliseconds) {
            multi.act(on: ready)
            resolver.act(on: ready)
        }
        resolver.actOnClock()
        handleAnswers()
    }

    private func sleepMilliseconds() -> Int32 {
        var sleep = Duration.seconds(60)
        if let next = multi.due { sleep = min(sleep, ContinuousClock.now.duration(to: next)) }
        if let next = timers.next { sleep = min(sleep, ContinuousClock.now.duration(to: next)) }
        if let next = resolver.timeout { sleep = min(sleep, next) }
        if !ended.isEmpty { sleep = min(sleep, .milliseconds(1)) }
        guard sleep > .zero else { return 0 }
        // Rounded up: waking a moment early would only spin.
        return Int32(clamping: sleep.milliseconds + 1)
    }
}

// MARK: Beginning

extension TransferLoop {
    private func start(_ submission: LoopInbox.Submission) {
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
        queue.enqueue(transfer.id, host: transfer.request.url.host)
    }

    private func headExaminer() -> (any HeadExaminer)? {
        if examiner == nil { examiner = settings.makeExaminer() }
        return examiner
    }

    private func admit() {
        while backlog.hasRoom, let id = queue.next(isGone: { transfers[$0] == nil }) {
            guard let transfer = transfers[id] else { continue }
            let now = ContinuousClock.now
            transfer.slot = transfer.plan.url.host
            transfer.timing.queue = (transfer.timing.queue ?? 0) + transfer.queuedSince.duration(to: now).milliseconds
            if transfer.attempts == 0 { begin(transfer, at: now) }
            ask(transfer)
        }
    }

    /// Its share of the time begins, and what an earlier transfer left is taken up.
    private func begin(_ transfer: Transfer, at now: ContinuousClock.Instant) {
        if let longest = transfer.request.longest {
            transfer.deadline = transfer.deadline.earlier(.after(longest, from: now))
            if let instant = transfer.deadline.instant { timers.add(transfer.id, at: instant) }
        }
        guard transfer.part == nil, let part = transfer.request.part else { return }
        do throws(Finding) {
            let collector = try BodyCollector(transfer.request, continuing: part, budget: surroundings.memory)
            transfer.part = HeldPart(part, collector)
        } catch {
            // A part that cannot be read back is none: the body is asked for from its beginning.
            return
        }
    }

    /// Begins a hop: the gate first, then the names, then the connection.
    private func ask(_ transfer: Transfer, onNewConnection isFresh: Bool = false) {
        let url = transfer.plan.url
        transfer.beginHop()
        transfer.needsFreshConnection = isFresh || transfer.hasStalled
        do {
            try settings.rules.judge(url)
        } catch {
            return fail(transfer, transfer.plan.refused(error.finding))
        }
        transfer.attempts = transfer.plan.attempts
        transfer.lookups = HopLookups(lookups(for: url))
        resolve(transfer)
    }

    /// Whose addresses a hop needs: the proxy's where there is one, and the host's unless the proxy finds it.
    private func lookups(for url: RequestURL) -> [HopLookups.Lookup] {
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

    private var connectBudget: Duration { .seconds(settings.policy.connectSeconds) }

    private func handleAnswers() {
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

    private func resolved(_ transfer: Transfer, _ answer: NameResolver.Answer) {
        guard let lookup = transfer.lookups.current else { return }
        switch answer {
        case .failed(let why): failed(transfer, .dnsFailed(host: lookup.host.description, why))
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

    /// One bad answer refuses the fetch.
    private func judge(_ addresses: [IPAddress], _ url: RequestURL) throws(DestinationFault) {
        for address in addresses { try settings.rules.judge(address, port: url.port, for: url) }
    }

    /// - Parameter mayShare: whether it may wait for a connection that another hop is making, which may carry both.
    private func connect(_ transfer: Transfer, sharing mayShare: Bool = true) {
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

    private func watch(_ transfer: Transfer) {
        transfer.stallWatch = StallWatch(stallFloor, from: .now)
        if let watch = transfer.stallWatch { timers.add(transfer.id, at: watch.next) }
    }
}

// MARK: Ending

extension TransferLoop {
    private func finishTransfers() {
        while let (handle, code) = multi.nextFinished() {
            // One that was answered already waits in `ended` for its release.
            guard let transfer = TransferCallbacks.transfer(of: handle), !transfer.isOver else { continue }
            finishHop(transfer, code)
        }
        // The connection is worth a moment, but not more: the head has decided.
        for transfer in drained.compactMap({ transfers[$0] }) where transfer.isDraining {
            let end = ContinuousClock.now.advanced(by: Self.longestDrain)
            transfer.drainsUntil = end
            timers.add(transfer.id, at: end)
        }
        drained.removeAll(keepingCapacity: true)
    }

    private static let longestDrain = Duration.milliseconds(250)

    private func finishHop(_ transfer: Transfer, _ code: CURLcode) {
        guard let easy = transfer.easy else { return }
        let isAskedAnew = transfer.diedOnOldConnection(code)
        let outcome = outcome(of: transfer, easy, code)
        transfer.noteTimes(of: easy)
        release(transfer)
        switch outcome {
        case _ where isAskedAnew: ask(transfer, onNewConnection: true)
        case .success(let plan): succeeded(transfer, plan)
        case .failure(let stop): failed(transfer, stop.kind)
        }
    }

    private struct Stop: Error {
        var kind: FetchFault.Kind
    }

    /// What the end of a hop means: a callback's own reason counts before libcurl's.
    private func outcome(of transfer: Transfer, _ easy: CurlEasy, _ code: CURLcode) -> Result<ResponsePlan, Stop> {
        if let stop = transfer.stop { return .failure(Stop(kind: stop)) }
        switch transfer.response {
        case .redirect: return .success(.redirect)
        case .notModified: return .success(.notModified)
        case .nothing: return .success(.nothing)
        case .fail(let kind): return .failure(Stop(kind: kind))
        case .collect where code == CURLE_OK, .append where code == CURLE_OK:
            return transfer.shortcoming.map { .failure(Stop(kind: $0)) } ?? .success(.collect)
        case nil where code == CURLE_OK:
            return .failure(Stop(kind: .protocolError(why: "the response has no head")))
        case .collect, .append, nil:
            let kind = CurlOutcome.fault(code, transfer.progress(of: easy), message: easy.errorMessage)
            return .failure(Stop(kind: kind))
        }
    }

    private func succeeded(_ transfer: Transfer, _ plan: ResponsePlan) {
        guard plan == .redirect else {
            return end(transfer, .success(transfer.makeResponse(waitingIn: backlog)))
        }
        let head = transfer.head
        perform(transfer.plan.redirected(status: head.status, location: head.location), transfer)
    }

    private func failed(_ transfer: Transfer, _ kind: FetchFault.Kind) {
        transfer.holdPart(after: kind)
        let remaining = transfer.deadline.remaining()
        let chance = Double.random(in: 0..<1)
        perform(transfer.plan.failed(kind, remaining: remaining, chance: chance), transfer)
    }

    private func perform(_ step: FetchPlan.Step, _ transfer: Transfer) {
        switch step {
        case .ask(let url): moveSlot(transfer, to: url.host)
        case .fail(let kind): fail(transfer, kind)
        case .pause(let duration):
            transfer.beginHop()
            transfer.stage = .pausing
            let instant = ContinuousClock.now.advanced(by: duration)
            transfer.resumeAt = instant
            timers.add(transfer.id, at: instant)
            // Whoever waits holds up nobody.
            giveUpSlot(transfer)
        }
    }

    /// Goes on at a host: at once where its own slot will do or the host has one left, else as the next that gets one.
    private func moveSlot(_ transfer: Transfer, to host: Host) {
        guard let slot = transfer.slot, slot != host, !queue.move(from: slot, to: host) else {
            transfer.slot = host
            return ask(transfer)
        }
        giveUpSlot(transfer)
        waitForSlot(transfer)
    }

    private func waitForSlot(_ transfer: Transfer) {
        transfer.stage = .queued
        transfer.queuedSince = .now
        queue.enqueueFirst(transfer.id, host: transfer.plan.url.host)
    }

    private func giveUpSlot(_ transfer: Transfer) {
        guard let host = transfer.slot else { return }
        transfer.slot = nil
        queue.finished(host: host)
    }

    private func cancel(_ id: Int) {
        guard let transfer = transfers[id] else { return }
        fail(transfer, .cancelled)
    }

    /// Looks at everyone whose timer has come.
    private func lookAtClocks(at now: ContinuousClock.Instant) {
        while let id = timers.popDue(at: now) {
            if let transfer = transfers[id] { look(at: transfer, now) }
        }
    }

    private func look(at transfer: Transfer, _ now: ContinuousClock.Instant) {
        let isOver = transfer.deadline.hasPassed(at: now)
        if let end = transfer.drainsUntil, isOver || end <= now {
            // The code is that of a callback that wants no more.
            finishHop(transfer, CURLE_WRITE_ERROR)
            guard isOver, transfers[transfer.id] != nil else { return }
        }
        if isOver {
            return fail(transfer, .deadlineExceeded(transfer.phase, received: transfer.received))
        }
        switch transfer.stage {
        case .pausing:
            guard let instant = transfer.resumeAt, instant <= now else { return }
            transfer.resumeAt = nil
            _ = transfer.plan.retried()
            waitForSlot(transfer)
        case .resolving:
            guard let lookup = transfer.lookups.current, transfer.lookups.since.duration(to: now) >= connectBudget
            else {
                return
            }
            stopResolving(transfer)
            failed(
                transfer,
                .dnsFailed(host: lookup.host.description, .silence(seconds: settings.policy.connectSeconds)))
        case .connecting:
            if let end = transfer.sharesUntil, end <= now {
                transfer.sharesUntil = nil
                if transfer.waitsForOthersConnection {
                    release(transfer)
                    return connect(transfer, sharing: false)
                }
            }
            lookForStall(transfer, now)
        default: return
        }
    }

    private func lookForStall(_ transfer: Transfer, _ now: ContinuousClock.Instant) {
        guard var watch = transfer.stallWatch, watch.next <= now else { return }
        let phase = transfer.phase
        // The connection has a budget of its own.
        if phase == .connecting || phase == .handshake { watch.restart(at: now) }
        guard !watch.isTooSlow(at: now) else { return stalled(transfer) }
        transfer.stallWatch = watch
        timers.add(transfer.id, at: watch.next)
    }

    private func stalled(_ transfer: Transfer) {
        if let easy = transfer.easy {
            transfer.noteTimes(of: easy)
            // Else one of HTTP/2, which may carry others, stays to be used by the next try.
            easy.set(CURLOPT_FORBID_REUSE, 1)
        }
        transfer.hasStalled = true
        release(transfer)
        failed(transfer, .stalled(received: transfer.received, floor: stallFloor))
    }

    private var stallFloor: StallFloor {
        StallFloor(bytesPerSecond: settings.policy.stallBytesPerSecond, seconds: settings.policy.stallSeconds)
    }

    private func stopResolving(_ transfer: Transfer) {
        guard transfer.stage == .resolving, case .name(let name) = transfer.lookups.current?.host else { return }
        resolver.giveUp(name, for: transfer.id)
    }

    private func fail(_ transfer: Transfer, _ kind: FetchFault.Kind) {
        transfer.holdPart(after: kind)
        var fault = transfer.fault(kind)
        fault.part = transfer.part?.released() ?? (transfer.attempts == 0 ? transfer.request.part : nil)
        end(transfer, .failure(fault))
    }

    private func end(_ transfer: Transfer, _ result: Result<FetchResponse, FetchFault>) {
        transfers[transfer.id] = nil
        transfer.isOver = true
        stopResolving(transfer)
        giveUpSlot(transfer)
        transfer.complete(result)
        if transfer.easy != nil { ended.append(transfer) }
    }

    /// Closes the connections of those that were answered, some at a time: a deadline ends a thousand at once, and whoever
    /// waits for their answer needs the processor more.
    private func releaseEnded(atMost count: Int = 32) {
        for transfer in ended.suffix(count) {
            release(transfer)
            transfer.beginHop()
        }
        ended.removeLast(min(count, ended.count))
    }

    /// Takes the hop's handle out of libcurl and keeps it for the next.
    private func release(_ transfer: Transfer) {
        guard let easy = transfer.easy else { return }
        multi.remove(easy)
        transfer.easy = nil
        transfer.lists = []
        handles.give(back: easy)
    }
}
