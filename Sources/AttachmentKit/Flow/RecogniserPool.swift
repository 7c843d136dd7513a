import AttachmentThreads
import AttachmentDomain
import AttachmentFetch
import AttachmentInspection

/// Recognisers that are lent to one thread at a time: a libmagic cookie must never be used by two at once, and making
/// one maps its database anew.
final class RecogniserPool: Sendable {
    private let types: MediaTypeTable
    private let idle = Locked<[Lent]>([])

    // Unchecked: a recogniser is taken out of the list while it is used, so no two threads ever share it.
    private struct Lent: @unchecked Sendable {
        let recogniser: MediaRecogniser
    }

    init(types: MediaTypeTable) {
        self.types = types
    }

    /// Lends a recogniser for the time of the call.
    func recognise(_ window: some ByteWindow, complete: Bool) throws(InspectionFault) -> Recognition {
        let lent = try lend()
        defer { idle.withLock { $0.append(lent) } }
        return try lent.recogniser.recognise(window, complete: complete)
    }

    private func lend() throws(InspectionFault) -> Lent {
        if let lent = idle.withLock({ $0.popLast() }) { return lent }
        return Lent(recogniser: try MediaRecogniser(types: types))
    }
}

/// Looks at the head of a body while the rest is on its way, so that an error page costs kilobytes.
struct RecognisingExaminer: HeadExaminer {
    let recognisers: RecogniserPool

    func examine(_ head: UnsafeRawBufferPointer) -> HeadOpinion {
        do {
            return switch try recognisers.recognise(MemoryWindow(Array(head)), complete: false) {
            case .media(let facts): .media(type: facts.mediaType, kind: facts.kind)
            case .notMedia(let mime): .refused(Unfitness.notMedia(mime))
            case .unsupported, .empty, .undecided: .undecided
            }
        } catch {
            // The complete body is looked at again, and reports what is wrong then.
            return .undecided
        }
    }
}
