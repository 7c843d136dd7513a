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
    private let multi: CurlMulti
    private let handles: HandlePool
    private var examiner: (any HeadExaminer)?
    private lazy var resolver = NameResolver(servers: settings.policy.dnsServers) { [unowned self] id, answer in
        answers.append((id, answer))
    }
    private var answers: [(id: Int, answer: NameResolver.Answer)] = []
    private var transfers: [Int: Transfer] = [:]
    private var queue: AdmissionQueue<Host>
    private let backlog: BodyBacklog
    private var timers = TimerQueue<Int>()
    private var polled: [curl_waitfd] = []
    private var isClosing = false

    init(settings: FetchSettings, inbox: LoopInbox) throws(CurlUnavailable) {
        multi = try CurlMulti(maxIdleConnections: settings.policy.maxConnections)
        self.settings = settings
        self.inbox = inbox
        handles = HandlePool(settings)
        backlog = BodyBacklog { [inbox] in inbox.wakeUp() }
        queue = AdmissionQueue(
            maxTotal: settings.policy.maxConnections, maxPerHost: settings.policy.maxConnectionsPerHost)
    }

    /// Runs until it is told to close and every transfer has been answered.
    func run() {
        inbox.attach(multi)
        while true {
            takeInbox()
            if isClosing { break }
            expire(at: .now)
            admit()
            multi.perform()
            finishTransfers()
            handleAnswers()
            admit()
            wait()
        }
        inbox.detach()
        for transfer in Array(transfers.values) { end(transfer, .failure(transfer.fault(.cancelled))) }
    }

    private func takeInbox() {
        for message in inbox.take() {
            switch message {
            case .submit(let submission): start(submission)
            case .cancel(let id): cancel(id)
            case .close: isClosing = true
            }
        }
    }

    /// Sleeps until a socket, a timer or another thread has something.
    private func wait() {
        polled.removeAll(keepingCapacity: true)
        resolver.appendDescriptors(to: &polled)
        multi.poll(&polled, milliseconds: sleepMilliseconds())
        resolver.process(polled)
        handleAnswers()
    }

    private func sleepMilliseconds() -> Int32 {
        var sleep = Duration.seconds(60)
        if let next = timers.next { sleep = min(sleep, ContinuousClock.now.duration(to: next)) }
        if let next = resolver.timeout { sleep = min(sleep, next) }
        guard sleep > .zero else { return 0 }
        // Rounded up: waking a moment early would only spin.
        return Int32(clamping: sleep.milliseconds + 1)
    }
}

// MARK: Beginning

extension TransferLoop {
    private func start(_ submission: LoopInbox.Submission) {
        let policy = settings.policy
        let transfer = Transfer(
            id: submission.id, request: submission.request,
            limits: .init(maxRedirects: policy.maxRedirects, maxAttempts: policy.maxAttempts), now: settings.now,
            examiner: { [unowned self] in headExaminer() }, complete: submission.complete)
        if transfer.request.deadline.hasPassed() {
            return transfer.complete(.failure(transfer.fault(.deadlineExceeded(.queued, received: 0))))
        }
        transfers[transfer.id] = transfer
        if let instant = transfer.request.deadline.instant { timers.add(transfer.id, at: instant) }
        do {
            try settings.rules.judge(transfer.plan.url)
        } catch {
            return end(transfer, .failure(transfer.fault(transfer.plan.refused(error.finding))))
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
            transfer.slot = transfer.request.url.host
            transfer.timing.queue = transfer.submitted.duration(to: .now).milliseconds
            ask(transfer.plan.url, transfer)
        }
    }

    /// Begins a hop: the gate first, then the name, then the connection.
    private func ask(_ url: RequestURL, _ transfer: Transfer) {
        transfer.beginHop()
        do {
            try settings.rules.judge(url)
        } catch {
            return end(transfer, .failure(transfer.fault(transfer.plan.refused(error.finding))))
        }
        if settings.policy.proxy != nil {
            return connect(transfer, ConnectPermission(addresses: [], port: 0, viaProxy: true))
        }
        switch url.host {
        case .address(let address): connect(transfer, ConnectPermission(addresses: [address], port: url.port))
        case .name(let name):
            transfer.stage = .resolving
            transfer.resolvingSince = .now
            timers.add(transfer.id, at: .now.advanced(by: .seconds(settings.policy.connectSeconds)))
            resolver.resolve(name, for: transfer.id)
        }
    }

    private func handleAnswers() {
        while !answers.isEmpty {
            let batch = answers
            answers.removeAll(keepingCapacity: true)
            for (id, answer) in batch {
                guard let transfer = transfers[id], transfer.stage == .resolving else { continue }
                resolved(transfer, answer)
            }
        }
    }

    private func resolved(_ transfer: Transfer, _ answer: NameResolver.Answer) {
        let url = transfer.plan.url
        transfer.timing.dns = transfer.resolvingSince.duration(to: .now).milliseconds
        switch answer {
        case .failed(let why, let permanent):
            failed(transfer, .dnsFailed(host: url.host.description, why: why, permanent: permanent))
        case .addresses(let addresses):
            do {
                for address in addresses { try settings.rules.judge(address, port: url.port, for: url) }
            } catch {
                return end(transfer, .failure(transfer.fault(transfer.plan.refused(error.finding))))
            }
            connect(transfer, ConnectPermission(addresses: addresses, port: url.port))
        }
    }

    private func connect(_ transfer: Transfer, _ permission: ConnectPermission) {
        guard let easy = handles.take() else {
            return failed(transfer, .protocolError(why: "libcurl has no memory for another transfer"))
        }
        let spent = transfer.stage == .resolving ? transfer.resolvingSince.duration(to: .now) : .zero
        transfer.stage = .connecting
        transfer.easy = easy
        transfer.mayConnect = permission
        handles.configure(easy, for: transfer, connectBudget: .seconds(settings.policy.connectSeconds) - spent)
        multi.add(easy)
    }
}

// MARK: Ending

extension TransferLoop {
    private func finishTransfers() {
        while let (handle, code) = multi.nextFinished() {
            guard let transfer = TransferCallbacks.transfer(of: handle), let easy = transfer.easy else { continue }
            let outcome = outcome(of: transfer, code, message: easy.errorMessage)
            transfer.noteTimes(of: easy)
            release(transfer)
            switch outcome {
            case .success(let plan): succeeded(transfer, plan)
            case .failure(let fault): failed(transfer, fault.kind)
            }
        }
    }

    /// What the end of a hop means: a callback's own reason counts before libcurl's.
    private func outcome(
        of transfer: Transfer, _ code: CURLcode, message: String
    ) -> Result<ResponsePlan, FetchFault> {
        if let stop = transfer.stop { return .failure(transfer.fault(stop)) }
        switch transfer.response {
        case .redirect: return .success(.redirect)
        case .notModified: return .success(.notModified)
        case .nothing: return .success(.nothing)
        case .collect where code == CURLE_OK && transfer.isDecoded: return .success(.collect)
        case .collect where code == CURLE_OK:
            return .failure(transfer.fault(.truncated(received: transfer.progress.received, expected: nil)))
        case .fail(let kind): return .failure(transfer.fault(kind))
        case .collect, nil:
            let kind =
                code == CURLE_OK
                ? .protocolError(why: "the response has no head")
                : CurlOutcome.fault(code, transfer.progress, message: message)
            return .failure(transfer.fault(kind))
        }
    }

    private func succeeded(_ transfer: Transfer, _ plan: ResponsePlan) {
        guard plan == .redirect else {
            return end(transfer, .success(transfer.makeResponse(waitingIn: backlog)))
        }
        let head = transfer.head
        perform(transfer.plan.redirected(status: head.status, location: head.headers.first("location")), transfer)
    }

    private func failed(_ transfer: Transfer, _ kind: FetchFault.Kind) {
        let remaining = transfer.request.deadline.remaining()
        let chance = Double.random(in: 0..<1)
        perform(transfer.plan.failed(kind, remaining: remaining, chance: chance), transfer)
    }

    private func perform(_ step: FetchPlan.Step, _ transfer: Transfer) {
        switch step {
        case .ask(let url): ask(url, transfer)
        case .fail(let kind): end(transfer, .failure(transfer.fault(kind)))
        case .pause(let duration):
            transfer.beginHop()
            transfer.stage = .pausing
            transfer.resumeAt = .now.advanced(by: duration)
            timers.add(transfer.id, at: .now.advanced(by: duration))
        }
    }

    private func cancel(_ id: Int) {
        guard let transfer = transfers[id] else { return }
        end(transfer, .failure(transfer.fault(.cancelled)))
    }

    /// Looks at everyone whose timer has come: past the deadline, past the time for resolving, or done pausing.
    private func expire(at now: ContinuousClock.Instant) {
        while let id = timers.popDue(at: now) {
            guard let transfer = transfers[id] else { continue }
            if transfer.request.deadline.hasPassed(at: now) {
                let kind = FetchFault.Kind.deadlineExceeded(transfer.phase, received: transfer.progress.received)
                end(transfer, .failure(transfer.fault(kind)))
            } else if transfer.stage == .pausing, let instant = transfer.resumeAt, instant <= now {
                transfer.resumeAt = nil
                ask(transfer.plan.retried(), transfer)
            } else if transfer.stage == .resolving,
                transfer.resolvingSince.duration(to: now) >= .seconds(settings.policy.connectSeconds)
            {
                let why = "no answer within network.connectSeconds"
                failed(
                    transfer, .dnsFailed(host: transfer.plan.url.host.description, why: why, permanent: false))
            }
        }
    }

    private func end(_ transfer: Transfer, _ result: Result<FetchResponse, FetchFault>) {
        transfers[transfer.id] = nil
        release(transfer)
        if case .failure = result { transfer.beginHop() }
        if let host = transfer.slot {
            transfer.slot = nil
            queue.finished(host: host)
        }
        transfer.complete(result)
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
