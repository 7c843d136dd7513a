import AttachmentDomain
import AttachmentStore
import AttachmentURL

// `cache list`: what the cache knows of URLs, in portions, so that a long list needs no more memory than a short one.
extension CacheCommand {
    static let list = CommandEntry(
        words: ["cache", "list"], operands: "", count: 0...0, help: "print the responses that the cache holds, by URL",
        run: list)

    private static func list(_ invocation: Invocation) throws(Refusal) -> ExitCode {
        let printer = ListPrinter(invocation)
        try invocation.withStoreAndRefusal { store throws(Refusal) in
            if invocation.settings.listsFailures {
                try failures(of: store, printer)
                try pauses(of: store, printer)
            } else {
                try responses(of: store, printer)
            }
        }
        printer.finish()
        return .done
    }

    private static func responses(of store: MediaStore, _ printer: ListPrinter) throws(Refusal) {
        try printAll(try refusing { () throws(StoreError) in try store.responseListing() }, printer, CachedEntry.init)
    }

    private static func failures(of store: MediaStore, _ printer: ListPrinter) throws(Refusal) {
        try printAll(try refusing { () throws(StoreError) in try store.failureListing() }, printer, FailedEntry.init)
    }

    private static func printAll<Row: Sendable, Entry: ListEntry>(
        _ listing: RowListing<Row>, _ printer: ListPrinter, _ make: (Row) -> Entry
    ) throws(Refusal) {
        var listing = listing
        while printer.wantsMore {
            let rows = try refusing { () throws(StoreError) in try listing.next(portion) }
            guard !rows.isEmpty else { return }
            for row in rows { try printer.print(make(row)) }
        }
    }

    private static func pauses(of store: MediaStore, _ printer: ListPrinter) throws(Refusal) {
        var last = ""
        while printer.wantsMore {
            let pauses = try refusing { () throws(StoreError) in try store.pauses(after: last, limit: portion) }
            for pause in pauses { try printer.print(PausedEntry(pause)) }
            guard let next = pauses.last else { return }
            last = next.origin
        }
    }

    private static let portion = 200
}

/// One line of a list of the cache.
protocol ListEntry: Encodable {
    /// With query values and credentials replaced.
    var redacted: Self { get }

    /// For people.
    func line(now: Int64, style: TextStyle) -> String
}

/// Prints the entries in the format of the call.
private struct ListPrinter {
    let invocation: Invocation
    let printer: ResultPrinter
    let style: TextStyle

    init(_ invocation: Invocation) {
        self.invocation = invocation
        printer = ResultPrinter(invocation.context.output, format: invocation.settings.format, isList: true)
        style = invocation.style
    }

    /// Whether anybody reads on.
    var wantsMore: Bool { !invocation.context.output.isClosed && invocation.context.interruption.exitCode == nil }

    func print(_ entry: some ListEntry) throws(Refusal) {
        let entry = invocation.settings.redacts ? entry.redacted : entry
        guard invocation.settings.format == .text else { return try printer.print(entry) }
        invocation.context.output.write(entry.line(now: invocation.context.clock.now, style: style) + "\n")
    }

    func finish() {
        if invocation.settings.format != .text { printer.finish() }
    }
}
