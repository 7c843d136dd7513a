import AttachmentDomain
import AttachmentKit
import AttachmentPayload

/// `inspect`: what payloads hold; nothing is asked of the network and nothing is kept.
enum InspectCommand {
    static let entry = CommandEntry(
        words: ["inspect"], operands: "PAYLOAD...", count: 1...Int.max,
        help: "print what payloads hold; no network", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let inputs = try PayloadInputs(invocation, policy: try invocation.policy().policy)
        var report = ResultReport(invocation)
        try inputs.read { event throws(Refusal) in
            switch event {
            case .begin(let isList):
                report.begin(isList: isList)
            case .payload(let label, let payload):
                let shown = ShownPayload(payload, redacts: invocation.settings.redacts)
                try report.add(shown, of: label) { $0.text(invocation.style) }
            case .fault(let label, let finding):
                try report.add(finding, of: label)
            }
        }
        return report.finish()
    }
}

/// What a payload holds, as `inspect` prints it.
private struct ShownPayload: Encodable {
    let provider: String
    let shape: PayloadShape
    let media: [MediaReference]
    let rejected: [RejectedSlot]
    let fields: FieldPlaces
    private let words: [(field: PushField, text: String)]

    init(_ payload: ReadPayload, redacts: Bool) {
        provider = payload.provider
        shape = payload.shape
        media = redacts ? payload.media.map(\.redacted) : payload.media
        rejected = payload.rejected
        fields = payload.fields
        words = payload.fields.fields.compactMap { field in
            payload.text(of: field).map { (field, redacts ? URLsInText.redacted($0) : $0) }
        }
    }

    private enum CodingKeys: CodingKey {
        case provider, shape, media, rejected, fields
    }

    /// The same for people: a line for each slot and each field.
    func text(_ style: TextStyle) -> String {
        let head = "\(style.strong(provider)) \(shape.rawValue): \(media.count) media\n"
        let slots = media.map { line($0, style) } + rejected.map { line($0, style) }
        return head + (slots + words.map { "  \($0.field.rawValue): \($0.text.visible)\n" }).joined()
    }

    private func line(_ media: MediaReference, _ style: TextStyle) -> String {
        let place = style.faint(place(media.jsonPointer, media.innerPointer))
        return "  \(media.role.rawValue) \(media.kind.rawValue)  \(media.url.visible)  \(place)\n"
    }

    private func line(_ slot: RejectedSlot, _ style: TextStyle) -> String {
        let place = style.faint(place(slot.jsonPointer, slot.innerPointer))
        return "  \(slot.role.rawValue) \(style.bad(slot.reason.rawValue))  \(place)\n"
    }

    private func place(_ pointer: String, _ inner: String?) -> String {
        [pointer, inner].compactMap { $0?.visible }.joined(separator: " → ")
    }
}
