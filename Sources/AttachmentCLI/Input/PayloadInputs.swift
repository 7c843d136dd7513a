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

    /// Reads everything, and gives each payload to `take` as it comes. Blocks as long as inputs do, up to the deadline;
    /// of a long list the rest is not read when that, or a signal, comes first.
    ///
    /// With several names an input that cannot be read is a fault among the others; where it is the only one, that is
    /// thrown.
    func read(_ take: (Event) throws(Refusal) -> Void) throws(Refusal) {
        if names.count > 1 {
            try take(.begin(isList: true))
        }
        for name in names {
            switch try open(name) {
            case .success(let input):
                if names.count == 1 {
                    try take(.begin(isList: input.isList))
                }
                try read(input, named: name, take)
            case .failure(let fault):
                guard names.count > 1 else { throw Refusal(fault) }
                try take(.fault(label: name, fault))
            }
        }
    }

    private func read(
        _ input: PayloadInput, named name: String, _ take: (Event) throws(Refusal) -> Void
    ) throws(Refusal) {
        for (count, entry) in input.entries.enumerated() {
            let label = entry.label.text(of: name)
            try reader.checkTime(name: shown(name), payloads: count)
            switch entry.payload {
            case .success(let value): try take(.payload(label: label, value))
            case .failure(let fault): try take(.fault(label: label, fault.finding(in: shown(name))))
            }
        }
    }

    private func open(_ name: String) throws(Refusal) -> Result<PayloadInput, Finding> {
        announce(shown(name))
        let bytes: [UInt8]
        do throws(InputFault) {
            bytes = try reader.read(name)
        } catch {
            try checkCommand(error, name)
            return .failure(error.finding)
        }
        do throws(JSONFault) {
            return .success(try PayloadInput(bytes, limits: payloads.limits))
        } catch {
            return .failure(error.finding(in: shown(name)))
        }
    }

    /// A first word that is no file and nearly a command was meant as one: then nothing else is read either.
    private func checkCommand(_ fault: InputFault, _ name: String) throws(Refusal) {
        guard case .unreadable = fault, name == names.first, !name.contains("/"),
            let command = NearestName.suggestion(for: name, among: CommandEntry.firstWords)
        else { return }
        throw Refusal(Finding(fault.code, fault.explanation, remedy: "did you mean the command \(command)?"))
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
