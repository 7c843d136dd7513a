import AttachmentTesting
import Glibc

/// A line on standard error, in one write: `stderr` itself is a mutable global that Swift does not let threads share.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}

func fail(_ message: String, code: Int32) -> Never {
    say("attachfetch-origin: \(message)")
    exit(code)
}

/// Begins to serve, or ends the program with the reason.
func startOrigin(_ options: Options) -> ScriptedOrigin {
    do {
        let menu = try Menu(options)
        return try ScriptedOrigin(host: options.host, port: options.port, keepsRequests: false) {
            menu.response(to: $0)
        }
    } catch  where error.number == EADDRINUSE {
        fail(
            "port \(options.port) of \(options.host) is taken by another program; "
                + "give another with --port, or 0 to let the system choose", code: 4)
    } catch {
        fail(error.description, code: 4)
    }
}

/// The file appears whole, so that a script which sees it can read it.
func announce(_ origin: ScriptedOrigin, in file: String?) {
    say("listening on \(origin.origin)")
    guard let file else { return }
    do {
        try writeFile("\(origin.origin)\n".utf8, to: file + ".new")
    } catch {
        fail(error.description, code: 4)
    }
    guard rename(file + ".new", file) == 0 else { fail("rename \(file): \(String(cString: strerror(errno)))", code: 4) }
}

// Blocked here and so in every thread that follows: only sigwait below sees them.
var endings = sigset_t()
sigemptyset(&endings)
sigaddset(&endings, SIGTERM)
sigaddset(&endings, SIGINT)
pthread_sigmask(SIG_BLOCK, &endings, nil)

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    fail(error.message, code: 2)
}
if options.wantsHelp {
    print(Options.help, terminator: "")
    exit(0)
}
if let root = options.root, opendir(root) == nil {
    fail("\(root): \(String(cString: strerror(errno)))", code: 4)
}

let origin = startOrigin(options)
announce(origin, in: options.readyFile)
var received: Int32 = 0
sigwait(&endings, &received)
origin.stop()
