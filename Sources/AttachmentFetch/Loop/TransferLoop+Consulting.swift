import AttachmentDomain
import AttachmentURL

// What lies between a redirect and the hop that it leads to where the caller has a cache.

extension TransferLoop {
    /// Asks the cache about the URL that the plan now stands at, if that may be asked at all.
    ///
    /// It holds no slot meanwhile: whoever waits holds up nobody, and those that wait for the cache cannot keep each other
    /// from going on.
    func consult(_ transfer: Transfer, about next: RequestURL, _ consult: FetchRequest.Consult) {
        do {
            try settings.rules.judge(next)
        } catch {
            transfer.forgetHop()
            return fail(transfer, transfer.plan.refused(error.finding))
        }
        transfer.stage = .consulting
        let now = ContinuousClock.now
        // Nobody would hear the answer, and a part that came with it would be lost.
        guard !transfer.deadline.hasPassed(at: now) else { return fail(transfer, outOfTime(transfer, now)) }
        transfer.consultations += 1
        giveUpSlot(transfer)
        let (id, question) = (transfer.id, transfer.consultations)
        consult(next) { [inbox] answer in
            _ = inbox.post(.consulted(id, question: question, answer))
        }
    }

    /// The answer to such a question; one that comes too late, or twice, is passed over.
    func consulted(_ id: Int, question: Int, _ answer: HopAnswer) {
        guard let transfer = transfers[id], transfer.stage == .consulting, transfer.consultations == question else {
            return
        }
        switch answer {
        case .ask(let validators, let part):
            transfer.validators = validators
            if let part, transfer.mayHold(part) { transfer.hold(part) }
            waitForSlot(transfer)
        case .stop: end(transfer, as: .stopped)
        }
    }
}
