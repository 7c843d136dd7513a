import AttachmentDomain
import AttachmentThreads
import AttachmentURL
import CCurl

// What the instants mean that somebody waits for.

extension TransferLoop {
    /// Looks at everyone whose timer has come.
    func lookAtClocks(at now: ContinuousClock.Instant) {
        while let id = timers.popDue(at: now) {
            if let transfer = transfers[id] { look(at: transfer, now) }
        }
    }

    func look(at transfer: Transfer, _ now: ContinuousClock.Instant) {
        let isOver = transfer.deadline.hasPassed(at: now)
        if let end = transfer.drainsUntil, isOver || end <= now {
            // The code is that of a callback that wants no more.
            finishHop(transfer, CURLE_WRITE_ERROR)
            guard isOver, transfers[transfer.id] != nil else { return }
        }
        if isOver {
            // A try that could not begin any more is none: what ended the last one is the reason.
            return fail(transfer, transfer.lastFault ?? outOfTime(transfer, now))
        }
        switch transfer.stage {
        case .pausing:
            guard let instant = transfer.resumeAt, instant <= now else { return }
            transfer.resumeAt = nil
            // Without a fault it is the first try that was waited for.
            guard transfer.lastFault != nil else { return enqueue(transfer) }
            _ = transfer.plan.retried()
            transfer.turn()
            waitForSlot(transfer)
        case .resolving:
            guard let lookup = transfer.lookups.current, transfer.lookups.since.duration(to: now) >= connectBudget
            else {
                return
            }
            stopResolving(transfer)
            failed(transfer, unresolved(lookup, .silence(seconds: settings.policy.connectSeconds)))
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

    /// What ends a transfer whose time is over.
    func outOfTime(_ transfer: Transfer, _ now: ContinuousClock.Instant) -> FetchFault.Kind {
        let (phase, received) = (transfer.phase, transfer.received)
        return transfer.request.deadline.hasPassed(at: now)
            ? .deadlineExceeded(phase, received: received) : .shareExceeded(phase, received: received)
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

    var stallFloor: StallFloor {
        StallFloor(bytesPerSecond: settings.policy.stallBytesPerSecond, seconds: settings.policy.stallSeconds)
    }
}
