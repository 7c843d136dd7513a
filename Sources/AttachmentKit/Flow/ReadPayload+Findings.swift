import AttachmentDomain
import AttachmentPayload

extension ReadPayload {
    /// What there is to say about the payload as a whole.
    var findings: [Finding] {
        elsewhere.first.map { [Finding(.mediaElsewhere, misplaced(first: $0))] } ?? []
    }

    private func misplaced(first: MediaElsewhere) -> String {
        guard elsewhere.count > 1 else {
            return "a URL that looks like media is not fetched: it stands \(first.message)"
        }
        return "\(elsewhere.count) URLs that look like media are not fetched: the first stands \(first.message)"
    }
}
