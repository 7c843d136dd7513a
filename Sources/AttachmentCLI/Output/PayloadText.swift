import AttachmentDomain
import AttachmentPayload

/// What a payload holds, for people: a line for each slot and each field.
struct PayloadText {
    private let report: PayloadReport
    private let style: TextStyle

    init(_ report: PayloadReport, style: TextStyle) {
        self.report = report
        self.style = style
    }

    func write(to output: OutputStream) {
        let outline = report.outline
        let count = mediaCount
        output.write("\(style.strong(outline.provider)) \(outline.shape.rawValue): \(count) media\n")
        report.forEachSlot { if case .media(let reference, _) = $0 { output.write(line(reference)) } }
        report.forEachSlot { if case .rejected(let slot) = $0 { output.write(line(slot)) } }
        for field in outline.fields.fields { output.write(line(field, outline.text(of: field) ?? "")) }
        guard count == 0 else { return }
        for media in report.elsewhere { output.write(lines(media)) }
    }

    private var mediaCount: Int {
        var count = 0
        report.forEachSlot { if case .media = $0 { count += 1 } }
        return count
    }

    private func line(_ media: MediaReference) -> String {
        let place = style.faint(place(media.jsonPointer, media.innerPointer))
        return "  \(media.role.rawValue) \(media.kind.rawValue)  \(media.url.visible)  \(place)\n"
    }

    private func line(_ slot: RejectedSlot) -> String {
        let place = style.faint(place(slot.jsonPointer, slot.innerPointer))
        return "  \(slot.role.rawValue) \(style.bad("rejected: " + slot.reason.rawValue))  \(place)\n"
    }

    private func line(_ field: PushField, _ text: String) -> String {
        "  \(field.rawValue): \((report.isRedacted ? URLsInText.redacted(text) : text).visible)\n"
    }

    private func lines(_ media: MediaElsewhere) -> String {
        let slot = media.dialect.map { ", a slot of \($0)" } ?? ""
        let place = style.faint(place(media.jsonPointer, media.innerPointer) + slot)
        return "  \(style.doubtful("elsewhere"))  \(media.url.visible)  \(place)\n    \(media.message.visible)\n"
    }

    private func place(_ pointer: String, _ inner: String?) -> String {
        [pointer, inner].compactMap { $0?.visible }.joined(separator: " → ")
    }
}
