import AttachmentDomain
import AttachmentStore

/// `pushes list` and `pushes show`: the stored pushes with what became of their media.
enum PushesCommand {
    static let list = CommandEntry(
        words: ["pushes", "list"], operands: "", count: 0...0, help: "print the stored pushes, newest first", run: list)
    static let show = CommandEntry(
        words: ["pushes", "show"], operands: "KEY", count: 1...1, help: "print one stored push by its unique key",
        run: show)

    private static func list(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let printer = PushPrinter(invocation, isList: true)
        try invocation.withStoreAndRefusal { store throws(Refusal) in
            var before: Int64?
            while !invocation.context.output.isClosed, invocation.context.interruption.exitCode == nil {
                let pushes = try refusing { () throws(StoreError) in try store.pushes(limit: pageCount, before: before)
                }
                for push in pushes {
                    try printer.print(push)
                }
                before = pushes.last?.sequence
                if pushes.count < pageCount {
                    break
                }
            }
        }
        printer.finish()
        return .done
    }

    private static func show(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let key = invocation.operands[0]
        let push = try invocation.withStore { store throws(StoreError) in try store.push(key) }
        guard let push else {
            throw Refusal(
                Finding(
                    .inputNotFound, "no push is stored under the key \"\(key)\"", remedy: "see attachfetch pushes list"),
                .notReady)
        }
        try PushPrinter(invocation, isList: false).print(push)
        return .done
    }

    /// Pushes are read from the index so many at a time, so that a long list needs no more memory than a short one.
    private static let pageCount = 100
}

/// Prints stored pushes in the format of the call.
private struct PushPrinter {
    let invocation: Invocation
    let printer: ResultPrinter
    let style: TextStyle

    init(_ invocation: Invocation, isList: Bool) {
        self.invocation = invocation
        printer = ResultPrinter(invocation.context.output, format: invocation.settings.format, isList: isList)
        style = invocation.style
    }

    func print(_ entry: PushEntry) throws(Refusal) {
        var entry = entry
        if invocation.settings.redacts {
            entry.push = entry.push.redacted
            entry.attachments = entry.attachments.map(\.redacted)
        }
        guard invocation.settings.format == .text else { return try printer.print(entry) }
        let push = entry.push
        let title = [push.title, push.description].filter { !$0.isEmpty }.joined(separator: ": ")
        invocation.context.output.write(
            "\(style.strong(push.uniqueKey.visible))  \(push.receivedAt)  \(title.visible)\n")
        for record in entry.attachments {
            invocation.context.output.write(RecordText(record, style: style).line)
        }
    }

    func finish() {
        if invocation.settings.format != .text {
            printer.finish()
        }
    }
}
