/// What the command line asks for.
struct Options: Hashable {
    var root: String?
    var host = "127.0.0.1"
    var port = 8734
    var generates = false
    var misbehaves = false
    var readyFile: String?
    var wantsHelp = false

    /// Why a command line is refused.
    struct Refusal: Error, Hashable {
        let message: String
    }

    init(_ arguments: some Sequence<String>) throws(Refusal) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--root": root = try Self.value(of: argument, arguments.next())
            case "--host": host = try Self.value(of: argument, arguments.next())
            case "--port": port = try Self.port(Self.value(of: argument, arguments.next()))
            case "--ready-file": readyFile = try Self.value(of: argument, arguments.next())
            case "--generate": generates = true
            case "--hostile": misbehaves = true
            case "--help", "-h": wantsHelp = true
            default: throw Refusal(message: "unknown argument \(argument); --help lists what there is")
            }
        }
        guard wantsHelp || generates || misbehaves || root != nil else {
            throw Refusal(message: "nothing to serve: give --root DIR, --generate, --hostile, or several of them")
        }
    }

    private static func value(of option: String, _ value: String?) throws(Refusal) -> String {
        guard let value else { throw Refusal(message: "\(option) needs a value") }
        return value
    }

    private static func port(_ text: String) throws(Refusal) -> Int {
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw Refusal(message: "--port \(text) is no number from 0 to 65535")
        }
        return port
    }

    static let help = """
        attachfetch-origin [--root DIR] [--generate] [--hostile] [--host ADDRESS] [--port N] [--ready-file FILE]

        A small web server on loopback for demonstrations and benchmarks.

        --root DIR         serve the files below DIR
        --generate         also serve /unique/N.jpg?size=BYTES, different for each N, and /big.mp4?size=BYTES
        --hostile          also misbehave on request: / lists the routes, for example /reset?after=1000 and
                           /gzip-bomb?mb=64&layers=2; /media/FILE serves what lies below DIR,
                           /cache-bump?key=KEY changes the bytes of /cache, /reset-counters sets all counters back
        --host ADDRESS     an IPv4 address of this machine (127.0.0.1)
        --port N           the port (8734); 0 lets the system choose
        --ready-file FILE  write the address there once requests are answered

        /counts tells how many requests have come, as JSON. SIGTERM and SIGINT end it.

        """
}
