/// A place on disk for a body that is too large for memory, filled from its first byte to its last.
///
/// Used by one thread at a time. Nothing that is written becomes visible under a name of its own until the owner
/// publishes it; a spool that is dropped leaves nothing behind.
public protocol BodySpool: AnyObject, Sendable {
    /// Appends the bytes. Throws `disk-full` or `cache-unavailable`; what was written before is then worthless.
    func append(_ bytes: UnsafeRawBufferPointer) throws(Finding)
    /// Reads back what was written, from `offset` on, and returns how many bytes that were: fewer than the buffer holds
    /// only at the end. Throws `cache-unavailable`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Finding) -> Int
    /// Gives the bytes up and frees their space at once.
    func discard()
}
