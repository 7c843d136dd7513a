import AttachmentTesting

/// What the program serves, by its options.
struct Menu: Sendable {
    private let files: FileTree?
    private let media: GeneratedMedia?
    private let hostile: HostileDesk?
    private let counts = RequestCounts()

    /// Throws where `--hostile` cannot read the media that it bends.
    init(_ options: Options) throws(SystemFault) {
        files = options.root.map { FileTree(root: $0) }
        media = options.generates ? GeneratedMedia() : nil
        hostile = options.misbehaves ? try HostileDesk(root: options.root) : nil
    }

    func response(to request: OriginRequest) -> ScriptedResponse {
        if request.path == "/counts" {
            return .ok(OriginBody(counts.json.utf8), type: "application/json").header("Cache-Control", "no-store")
        }
        counts.note(request)
        return media?.response(to: request) ?? hostile?.response(to: request) ?? files?.response(to: request)
            ?? .status(404)
    }
}

/// The hostile routes for a person: with a list of them, and with the state changed by requests too.
struct HostileDesk: Sendable {
    private let routes: HostileRoutes

    init(root: String?) throws(SystemFault) {
        routes = try HostileRoutes(mediaRoot: root)
    }

    func response(to request: OriginRequest) -> ScriptedResponse? {
        switch request.path {
        case "/": return text(HostileRoutes.table)
        case "/cache-bump":
            let key = request.parameter("key") ?? "default"
            routes.bumpCache(key: key)
            return text("the bytes of /cache?key=\(key) are others now\n")
        case "/reset-counters":
            routes.resetCounters()
            return text("all counters are back at their beginning\n")
        default: return routes.response(to: request)
        }
    }

    private func text(_ text: String) -> ScriptedResponse {
        .ok(OriginBody(text.utf8), type: "text/plain; charset=utf-8").header("Cache-Control", "no-store")
    }
}
