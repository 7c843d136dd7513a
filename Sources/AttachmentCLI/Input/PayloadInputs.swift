import AttachmentDomain
import AttachmentJSON
import AttachmentPayload

/// The payloads of one call, from all inputs that it names, in order.
struct PayloadInputs {
    let names: [String]
    let reader: InputReader
    /// What reads them.
    let payloads: PayloadReader
    /// Tells of each input before it is read; nothing unless `--verbose`.
    let announce: @Sendable (String) -> Void

    /// What comes while the inputs are read.
    enum Event: Sendable {
        /// Before the first payload: whether results are elements of a list.
        case begin(isList: Bool)
        case payload(label: String, JSONValue)
        /// A payload, or a whole input, that could not be read.
        case fault(label: String, Finding)
    }

    init(_ invocation: Invocation, policy: CachePolicy) throws(Refusal) {
        names = invocation.operands
        guard names.count(where: { $0 == "-" }) <= 1 else { throw Refusal(UsageFault.repeatedStandardInput) }
        let error = invocation.settings.isVerbose ? invocation.context.error : nil
        announce = { name in
            error?.write("attachfetch: reading \(name.visible)\n")
            error?.flush()
        }
        reader = InputReader(
            context: invocation.context, deadline: invocation.deadline(policy), limit: policy.payload.maxBytes)
        payloads = try refusing { () throws(PayloadError) in try PayloadReader(policy: policy.payload) }
    }

    /// Reads everything, and gives each payload to `take` as it comes. Blocks as long as inputs do, up to the deadline.
    ///
    /// With several names an input that cannot be read is a fault among the others; where it is the only one, that is
    /// thrown.
    func read(_ take: (Event) throws(Refusal) -> Void) throws(Refusal) {
        if names.count > 1 {
            try take(.begin(isList: true))
        }
        for name in names {
            let input: PayloadInput
            do throws(Finding) {
                input = try open(name)
            } catch {
                guard names.count > 1 else { throw Refusal(error) }
                try take(.fault(label: name, error))
                continue
            }
            if names.count == 1 {
                try take(.begin(isList: input.isList))
            }
            try read(input, named: name, take)
        }
    }

    private func read(
        _ input: PayloadInput, named name: String, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) {
        for entry in input.entries {
            let label = entry.label.text(of: name)
            switch entry.payload {
            case .success(let value): try take(.payload(label: label, value))
            case .failure(let fault): try take(.fault(label: label, fault.finding(in: shown(name))))
            }
        }
    }

    private func open(_ name: String) throws(Finding) -> PayloadInput {
        announce(shown(name))
        let bytes: [UInt8]
        do throws(InputFault) {
            bytes = try reader.read(name)
        } catch {
            throw hinted(error, name)
        }
        do throws(JSONFault) {
            return try PayloadInput(bytes, limits: payloads.limits)
        } catch {
            throw error.finding(in: shown(name))
        }
    }

    /// What to do about an input that cannot be read; a first word that is nearly a command was meant as one.
    private func hinted(_ fault: InputFault, _ name: String) -> Finding {
        guard case .unreadable = fault, name == names.first, !name.contains("/"),
            let command = NearestName.suggestion(for: name, among: CommandEntry.firstWords)
        else { return fault.finding }
        return Finding(fault.code, fault.explanation, remedy: "did you mean the command \(command)?")
    }

    /// The name of an input in messages.
    private func shown(_ name: String) -> String {
        name == "-" ? "standard input" : reader.context.absolute(name)
    }
}

extension JSONFault {
    /// The fault with the name of the input that it is in.
    fileprivate func finding(in name: String) -> Finding {
        Finding(code, "\(name): \(explanation)", remedy: remedy)
    }
}
