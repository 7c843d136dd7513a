import AttachmentDomain
import AttachmentKit

/// The answer to one payload, for people.
struct FetchText {
    private let result: FetchResult
    private let style: TextStyle

    init(_ result: FetchResult, style: TextStyle) {
        self.result = result
        self.style = style
    }

    /// The push, a few lines for each attachment, and the summary.
    var text: String {
        let push = result.push
        let words = [push.title, push.description].filter { !$0.isEmpty }.joined(separator: ": ")
        let head = "\(style.strong(push.uniqueKey.visible))  \(words.visible)\n"
        let records = result.attachments.map { RecordText($0, style: style).line }
        let findings = result.findings.map { "  \(style.doubtful($0.message.visible)); \($0.remedy.visible)\n" }
        return head + (records + findings).joined() + summary + "\n"
    }

    /// As `3 ready, 1 failed in 0.42 s of 29 s`.
    var summary: String {
        let states: [AttachmentState] = [.ready, .rejected, .failed, .expired, .skipped]
        let counts = states.compactMap { state -> String? in
            let count = result.attachments.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(state.rawValue)"
        }
        let deadline = result.deadline
        let what = counts.isEmpty ? "no media" : counts.joined(separator: ", ")
        return "\(what) in \(deadline.elapsedSeconds.plain) s of \(deadline.seconds.plain) s"
    }
}
