import AttachmentDomain
import AttachmentThreads
import AttachmentURL
import CCurl

/// All transfers of a fetcher, on one thread: libcurl's multi interface, c-ares, and the timers of the deadlines.
///
/// Nothing here blocks: names are resolved without waiting, libcurl is given addresses only, and the poll sleeps no
/// longer than until the next instant that somebody waits for.
final class TransferLoop {
    let settings: FetchSettings
    let inbox: LoopInbox
    private let poller: SocketPoller
    let multi: CurlMulti
    let handles: HandlePool
    var examiner: (any HeadExaminer)?
    lazy var resolver = NameResolver(servers: settings.policy.dnsServers, poller: poller) {
        [unowned self] id, answer in
        answers.append((id, answer))
    }
    var answers: [(id: Int, answer: NameResolver.Answer)] = []
    var transfers: [Int: Transfer] = [:]
    var queue: AdmissionQueue<Host>
    let backlog: BodyBacklog
    private let sockets = OpenSockets()
    lazy var surroundings = Transfer.Surroundings(
        policy: settings.policy, now: settings.now, examiner: { [unowned self] in headExaminer() },
        memory: BodyMemory(), drains: { [unowned self] in drained.append($0) }, sockets: sockets)
    var timers = TimerQueue<Int>()
    /// Those that were answered with their connection still open: closing a thousand takes longer than answering them.
    var ended: [Transfer] = []
    /// Those whose head has decided while libcurl was at work.
    var drained: [Int] = []
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
        var messages = inbox.take()
        // What has arrived is kept for the next transfer of the same URL, so it is read before its transfer is ended.
        if messages.contains(where: \.endsTransfers) {
            wait(milliseconds: 0)
            finishTransfers()
            // That took the wake-up for what was put in meanwhile too.
            messages += inbox.take()
        }
        for message in messages {
            switch message {
            case .submit(let submission): start(submission)
            case .cancel(let id): cancel(id)
            case .consulted(let id, let question, let answer): consulted(id, question: question, answer)
            case .close: isClosing = true
            }
        }
    }

    /// Sleeps until a socket, a timer or another thread has something, but no longer than that.
    private func wait(milliseconds: Int32) {
        var found = poller.wait(milliseconds: milliseconds)
        act(on: found)
        // All that has arrived counts before anybody's time does, but a flood must not keep the clocks from being seen.
        for _ in 0..<Self.mostRounds where found.count >= SocketPoller.mostAtOnce - 1 {
            found = poller.wait(milliseconds: 0)
            act(on: found)
        }
        resolver.actOnClock()
        handleAnswers()
    }

    private static let mostRounds = 8

    private func act(on found: [SocketPoller.Ready]) {
        for ready in found {
            multi.act(on: ready)
            resolver.act(on: ready)
        }
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
