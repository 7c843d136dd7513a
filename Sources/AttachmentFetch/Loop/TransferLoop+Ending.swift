import AttachmentDomain
import AttachmentThreads
import AttachmentURL
import CCurl

// How a hop ends, and what follows from it: the next hop, another try, the answer.

extension TransferLoop {
    func finishTransfers() {
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

    func finishHop(_ transfer: Transfer, _ code: CURLcode) {
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
            return end(transfer, as: plan == .notModified ? .notModified : .whole)
        }
        let step = transfer.plan.redirected(transfer.redirect)
        guard case .ask(let next) = step, let consult = transfer.request.consult else { return perform(step, transfer) }
        transfer.turn()
        self.consult(transfer, about: next, consult)
    }

    func failed(_ transfer: Transfer, _ kind: FetchFault.Kind) {
        transfer.holdPart(after: kind)
        if case .restUnusable = kind { transfer.takesParts = false }
        let remaining = transfer.deadline.remaining()
        let chance = Double.random(in: 0..<1)
        perform(transfer.plan.failed(kind, remaining: remaining, chance: chance), transfer, after: kind)
    }

    /// - Parameter kind: the fault that the step follows from; nil after a redirect.
    private func perform(_ step: FetchPlan.Step, _ transfer: Transfer, after kind: FetchFault.Kind? = nil) {
        switch step {
        case .ask(let url):
            transfer.turn()
            moveSlot(transfer, to: url.host)
        case .fail(let kind): fail(transfer, kind)
        case .pause(let duration):
            transfer.forgetHop()
            transfer.lastFault = kind
            pause(transfer, until: .now.advanced(by: duration))
            // Whoever waits holds up nobody.
            giveUpSlot(transfer)
        }
    }

    func pause(_ transfer: Transfer, until instant: ContinuousClock.Instant) {
        transfer.stage = .pausing
        transfer.resumeAt = instant
        timers.add(transfer.id, at: instant)
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

    func waitForSlot(_ transfer: Transfer) {
        transfer.stage = .queued
        transfer.queuedSince = .now
        queue.enqueueFirst(transfer.id, host: transfer.plan.url.host)
    }

    func giveUpSlot(_ transfer: Transfer) {
        guard let host = transfer.slot else { return }
        transfer.slot = nil
        queue.finished(host: host)
    }

    func cancel(_ id: Int) {
        guard let transfer = transfers[id] else { return }
        fail(transfer, .cancelled)
    }

    func stopResolving(_ transfer: Transfer) {
        guard transfer.stage == .resolving, case .name(let name) = transfer.lookups.current?.host else { return }
        resolver.giveUp(name, for: transfer.id)
    }

    func fail(_ transfer: Transfer, _ kind: FetchFault.Kind) {
        transfer.holdPart(after: kind)
        var fault = transfer.fault(kind)
        fault.part = transfer.part?.released() ?? (transfer.attempts == 0 ? transfer.request.part : nil)
        end(transfer, .failure(fault))
    }

    /// Ends it well.
    func end(_ transfer: Transfer, as outcome: FetchResponse.Outcome) {
        end(transfer, .success(transfer.makeResponse(outcome, waitingIn: backlog)))
    }

    func end(_ transfer: Transfer, _ result: Result<FetchResponse, FetchFault>) {
        transfers[transfer.id] = nil
        transfer.isOver = true
        stopResolving(transfer)
        // Whoever waits for its slot gets that once its connection is closed, so that no more are open than may be.
        if transfer.easy == nil { giveUpSlot(transfer) } else { ended.append(transfer) }
        transfer.complete(result)
    }

    /// Closes the connections of those that were answered, some at a time: a deadline ends a thousand at once, and whoever
    /// waits for their answer needs the processor more.
    func releaseEnded(atMost count: Int = 32) {
        for transfer in ended.suffix(count) {
            release(transfer)
            giveUpSlot(transfer)
            transfer.forgetHop()
        }
        ended.removeLast(min(count, ended.count))
    }

    /// Takes the hop's handle out of libcurl and keeps it for the next.
    func release(_ transfer: Transfer) {
        guard let easy = transfer.easy else { return }
        multi.remove(easy)
        transfer.easy = nil
        transfer.lists = []
        handles.give(back: easy)
    }
}
