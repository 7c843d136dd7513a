import AttachmentDomain
import Glibc

/// Reads files, pipes and standard input whole, and never longer than the deadline.
struct InputReader {
    let context: CommandContext
    let deadline: Deadline
    /// The most bytes that are taken.
    let limit: Int

    /// The bytes of the input of that name, as given on the command line; `-` is standard input.
    ///
    /// Waits with poll(2), so a pipe that nobody writes to or closes ends with the deadline, and a signal ends at once.
    func read(_ name: String) throws(InputFault) -> [UInt8] {
        guard name != "-" else { return try bytes(of: context.inputDescriptor, named: "standard input") }
        let path = context.absolute(name)
        // Without O_NONBLOCK opening a FIFO would wait for its writer, with no end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(name: path, reason: InputFault.word(for: errno)) }
        defer { close(descriptor) }
        return try bytes(of: descriptor, named: path)
    }

    /// Throws once the deadline or a signal has come, `payloads` of an input having been read.
    func checkTime(name: String, payloads: Int) throws(Refusal) {
        if context.interruption.exitCode != nil { throw Refusal(InputFault.interrupted(name: name)) }
        if payloads > 0, deadline.hasPassed() { throw Refusal(InputFault.tooLong(name: name, payloads: payloads)) }
    }

    private func bytes(of descriptor: Int32, named name: String) throws(InputFault) -> [UInt8] {
        var bytes = [UInt8]()
        bytes.reserveCapacity(size(of: descriptor))
        while true {
            try waitForBytes(descriptor, named: name, have: bytes.count)
            let count = append(from: descriptor, to: &bytes)
            if count == 0 {
                return bytes
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else {
                throw .unreadable(name: name, reason: InputFault.word(for: errno))
            }
            guard bytes.count <= limit else { throw .tooLarge(name: name, limit: limit) }
        }
    }

    /// The size of a regular file within the limit, else a first guess.
    private func size(of descriptor: Int32) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return Self.chunkBytes }
        return min(Int(status.st_size), limit) + Self.chunkBytes
    }

    private func waitForBytes(_ descriptor: Int32, named name: String, have count: Int) throws(InputFault) {
        var wanted = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: context.interruption.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let ready = poll(&wanted, nfds_t(wanted.count), pollMilliseconds)
            if wanted[1].revents != 0, ready > 0 {
                throw .interrupted(name: name)
            }
            if ready > 0 {
                return
            }
            if deadline.hasPassed() {
                throw .incomplete(name: name, bytes: count)
            }
            guard ready == 0 || errno == EINTR else {
                throw .unreadable(name: name, reason: InputFault.word(for: errno))
            }
        }
    }

    /// What remains, rounded up so that poll does not return just before the deadline; -1 without one.
    private var pollMilliseconds: Int32 {
        guard let remaining = deadline.remaining() else { return -1 }
        return Int32(clamping: remaining.milliseconds + 1)
    }

    /// Reads once. Corresponds to `read`: 0 at the end, -1 and errno on failure.
    private func append(from descriptor: Int32, to bytes: inout [UInt8]) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.chunkBytes) { chunk in
            let count = Glibc.read(descriptor, chunk.baseAddress, chunk.count)
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
            }
            return count
        }
    }

    private static let chunkBytes = 65536
}
