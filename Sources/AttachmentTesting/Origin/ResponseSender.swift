import Glibc

/// Performs the steps of a response on a connection, by blocking calls.
struct ResponseSender {
    let wire: Wire

    /// - Returns: whether the connection can carry another response.
    func perform(_ plan: ResponsePlan) -> Bool {
        if !plan.endsWithCloseNotify { wire.forgetGoodbye() }
        for step in plan.steps {
            guard perform(step) else { return false }
        }
        return plan.staysOpen
    }

    private func perform(_ step: ResponsePlan.Step) -> Bool {
        switch step {
        case .send(let pieces):
            return wire.send(pieces)
        case .drip(let pieces, let pace):
            return drip(pieces, pace: pace)
        case .repeatForever(let piece):
            let batch = [OriginBody.Piece](repeating: piece, count: 16)
            while wire.send(batch) {}
            return false
        case .perform(.stall):
            _ = waitForHangUp(wire.descriptor)
            return false
        case .perform(.hold(let gate)):
            return gate.pass(unlessClosed: wire.descriptor)
        case .perform(.pause(let milliseconds)):
            return !waitForHangUp(wire.descriptor, milliseconds: Int32(clamping: milliseconds))
        case .perform(.reset), .perform(.resetStream):
            wire.reset()
            return false
        case .perform(.close), .perform(.goAway):
            return false
        }
    }

    private func drip(_ pieces: [OriginBody.Piece], pace: ScriptedResponse.Pace) -> Bool {
        var rest = pieces[...]
        while let first = rest.first {
            if waitForHangUp(wire.descriptor, milliseconds: Int32(pace.milliseconds)) { return false }
            // Portions end with their piece: slower than asked by less than one portion a piece.
            let (portion, tail) = [first].split(at: pace.bytes)
            guard wire.send(portion) else { return false }
            rest = rest.dropFirst()
            if let left = tail.first { rest = [left] + rest }
        }
        return true
    }
}
