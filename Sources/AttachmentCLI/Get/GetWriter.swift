import AttachmentDomain
import AttachmentKit
import Glibc

/// Writes a response where it was asked for: to a file, whole or not at all, or to standard output in pieces.
struct GetWriter {
    private let invocation: Invocation

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    func write(_ response: GetResponse) throws(Refusal) {
        try refusing { () throws(AttachmentError) in
            if let file = invocation.settings.outputFile {
                let path = invocation.context.absolute(file)
                try response.write(to: path, includesHead: invocation.settings.includesHead)
            } else {
                try print(response)
            }
        }
    }

    private func print(_ response: GetResponse) throws(AttachmentError) {
        let output = invocation.context.output
        endAtSignal()
        if invocation.settings.includesHead { output.write(response.head) }
        guard let body = response.body else { return }
        var offset: Int64 = 0
        while offset < body.bytes, !output.isClosed, invocation.context.interruption.exitCode == nil {
            let piece = try body.read(at: offset, count: Self.pieceBytes)
            guard !piece.isEmpty else { return }
            piece.withUnsafeBufferPointer { output.write(piece: $0) }
            offset += Int64(piece.count)
        }
    }

    /// A reader that reads no more would hold up the end of the program for ever: from here on nothing is left to be
    /// brought to safety.
    private func endAtSignal() {
        guard invocation.context.endsProcess else { return }
        let interruption = invocation.context.interruption
        interruption.onStop { _exit((interruption.exitCode ?? .interrupted).rawValue) }
    }

    private static let pieceBytes = 262_144
}
