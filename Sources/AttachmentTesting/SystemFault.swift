import Glibc

/// A call of the operating system failed while a test's scenery was set up.
public struct SystemFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call with the thing it was about, for example `bind 127.0.0.1:8734`.
    public let call: String
    /// The error number, for example `EADDRINUSE`.
    public let number: Int32

    /// With the calling thread's `errno` unless another number is given.
    public init(_ call: String, number: Int32? = nil) {
        self.call = call
        self.number = number ?? errno
    }

    public var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// The result of a call that reports failure by -1 and `errno`.
@discardableResult
func checked(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemFault) -> Int32 {
    guard result >= 0 else { throw SystemFault(call()) }
    return result
}
