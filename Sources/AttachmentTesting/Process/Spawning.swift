import CTesting
import Glibc

/// The two ends of a pipe, neither inherited by other children.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        try checked(attach_testing_pipe(&ends), "pipe")
        reading = ends[0]
        writing = ends[1]
    }

    func closeBoth() {
        close(reading)
        close(writing)
    }
}

/// The pipes between a test and its child; no `input` stands for `/dev/null`.
struct ChildPipes {
    let input: Pipe?
    let output: Pipe
    let error: Pipe

    init(input: ChildProcess.Input) throws(SystemFault) {
        output = try Pipe()
        error = try Pipe()
        self.input = if case .nothing = input { nil } else { try Pipe() }
    }

    func closeChildEnds() {
        close(output.writing)
        close(error.writing)
        if let input { close(input.reading) }
    }

    func closeAll() {
        output.closeBoth()
        error.closeBoth()
        input?.closeBoth()
    }
}

/// Corresponds to `posix_spawnp` with all signals at their defaults. Returns the process id.
func spawn(
    _ program: String, _ arguments: [String], environment: [String: String]?, directory: String?, pipes: ChildPipes
) throws(SystemFault) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input = pipes.input {
        posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, pipes.output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes.error.writing, 2)
    if let directory { attach_testing_change_directory(&actions, directory) }
    attach_testing_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test process ignores SIGPIPE; an ignored signal would be inherited.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var identifier = pid_t()
    let result = withCStrings([program] + arguments) { arguments in
        guard let environment else {
            return posix_spawnp(&identifier, program, &actions, &attributes, arguments, environ)
        }
        return withCStrings(environment.map { "\($0)=\($1)" }.sorted()) {
            posix_spawnp(&identifier, program, &actions, &attributes, arguments, $0)
        }
    }
    guard result == 0 else { throw SystemFault("start \(program)", number: result) }
    return identifier
}

/// The strings as a C array that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
}
