import AttachmentDomain
import AttachmentKit
import AttachmentURL

/// `get`: the response of one URL, through the cache. Nothing is written unless it counts.
enum GetCommand {
    static let entry = CommandEntry(
        words: ["get"], operands: "URL", count: 1...1, help: "print the bytes of a URL, through the cache", run: run)

    private static func run(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        do throws(Refusal) {
            let (fetcher, deadline) = try invocation.makeFetcher()
            let response = try answer(fetcher, deadline, invocation)
            if let reason = response.staleReason { tell(of: reason, response, invocation) }
            if invocation.settings.isVerbose { tell(of: response, invocation) }
            if !invocation.settings.includesHead { try check(response, invocation) }
            try spareTerminal(response, invocation)
            try GetWriter(invocation).write(response)
            return .done
        } catch {
            throw named(error, invocation)
        }
    }

    private static func answer(
        _ fetcher: AttachmentFetcher, _ deadline: Deadline, _ invocation: Invocation
    ) throws(Refusal) -> GetResponse {
        let (url, options, mailbox) = (invocation.operands[0], options(invocation), Mailbox<Answer>())
        let task = Task {
            do throws(AttachmentError) {
                mailbox.post(.success(try await fetcher.get(url, deadline: deadline, options: options)))
            } catch {
                mailbox.post(.failure(error))
            }
        }
        invocation.context.interruption.onStop { task.cancel() }
        let answer = mailbox.takeAll()[0]
        return try refusing { () throws(AttachmentError) in try answer.get() }
    }

    private typealias Answer = Result<GetResponse, AttachmentError>

    private static func options(_ invocation: Invocation) -> GetOptions {
        var options = GetOptions(start: invocation.context.start)
        options.fields = invocation.settings.headers
        options.takesAnyType = invocation.settings.takesAnyType
        options.takesEveryStatus = invocation.settings.includesHead
        // The command ends with its answer, so nothing can go on behind it.
        options.continuesBehindAnswer = false
        return options
    }

    /// Without the head nobody could tell another status from the bytes that were asked for. The only one that comes here
    /// is that of a condition that holds.
    private static func check(_ response: GetResponse, _ invocation: Invocation) throws(Refusal) {
        guard !(200..<300).contains(response.status) else { return }
        let url = RequestURL.redact(invocation.operands[0])
        let message = "\(url) is not modified (status \(response.status)), by the conditions of the call"
        throw Refusal(Finding(.httpStatus, message, remedy: "add -i to see the head, or leave the conditions out"))
    }

    /// Bytes that are no text make a terminal unusable, unless somebody says that they are meant for it.
    private static func spareTerminal(_ response: GetResponse, _ invocation: Invocation) throws(Refusal) {
        guard invocation.context.output.isTerminal, invocation.settings.outputFile == nil,
            !invocation.settings.writesToOutput, let type = response.inspection?.mediaType, !type.hasPrefix("text/")
        else { return }
        throw Refusal(
            Finding(
                .usage, "\(type) would be written to the terminal",
                remedy: "name a file with -o, or write -o - for the terminal"),
            .usage)
    }

    /// Old bytes are told of without being asked for: nothing else shows that they are old.
    private static func tell(of reason: Finding, _ response: GetResponse, _ invocation: Invocation) {
        let age = response.ageSeconds.map { "\($0.grouped) s old " } ?? ""
        invocation.tell("a \(age)copy stands in: \(reason.code.rawValue): \(reason.message); \(reason.remedy)")
        invocation.context.error.flush()
    }

    private static func tell(of response: GetResponse, _ invocation: Invocation) {
        let age = response.ageSeconds.map { ", \($0.grouped) s old" } ?? ""
        let size = response.body.map { ", \($0.bytes.grouped) bytes" } ?? ""
        let type = response.inspection.map { " of \($0.mediaType)" } ?? ""
        let url = RequestURL.redact(response.finalUrl)
        invocation.tell("\(url): status \(response.status) from \(response.source.rawValue)\(age)\(size)\(type)")
        invocation.context.error.flush()
    }

    /// The refusal with its code, and with the URL where its message is not about that.
    private static func named(_ refusal: Refusal, _ invocation: Invocation) -> Refusal {
        var refusal = refusal
        let url = RequestURL.redact(invocation.operands[0])
        refusal.namesCode = true
        if !invocation.settings.takesAnyType, [.notMedia, .typeUnsupported, .damaged].contains(refusal.finding.code) {
            refusal.finding.remedy += ", or add --any-type"
        }
        if refusal.exitCode == .notReady, !refusal.finding.message.contains(url) {
            refusal.finding.message = "\(url): \(refusal.finding.message)"
        }
        return refusal
    }
}
