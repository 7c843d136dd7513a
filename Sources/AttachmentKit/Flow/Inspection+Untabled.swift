import AttachmentDomain
import AttachmentInspection

extension Inspection {
    /// What is known of bytes outside the policy's table of types: the name that libmagic gives them.
    init(untabled mime: String) {
        self.init(mediaType: mime, uti: "public.data", fileExtension: "bin", kind: .unknown)
        readers = MediaRecogniser.version
    }

    /// The facts of whatever bytes a recogniser has seen.
    init(ofAny recognition: Recognition) {
        switch recognition {
        case .media(let facts): self = facts
        case .unsupported(let mime), .notMedia(let mime): self.init(untabled: mime)
        case .empty, .undecided: self.init(untabled: "application/octet-stream")
        }
    }
}
