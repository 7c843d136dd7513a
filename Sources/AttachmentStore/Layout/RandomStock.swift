import CLinux
import AttachmentThreads

/// Random bytes of the kernel, drawn in bulk: two names for each stored object would cost two calls.
final class RandomStock: Sendable {
    static let shared = RandomStock()

    private let unused = Locked<ArraySlice<UInt8>>([])

    private static let drawn = 4096

    /// So many bytes that nobody was given before; 4,096 at most.
    func take(_ count: Int) -> ArraySlice<UInt8> {
        unused.withLock { unused in
            if unused.count < count { unused = Self.draw(Self.drawn)[...] }
            defer { unused = unused.dropFirst(count) }
            return unused.prefix(count)
        }
    }

    /// Stops the program if the kernel gives none, which getrandom(2) excludes once the machine has started.
    private static func draw(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let base = buffer.baseAddress {
                precondition(attach_random(base, count) == 0, "the kernel gives no random bytes")
            }
            filled = count
        }
    }
}
