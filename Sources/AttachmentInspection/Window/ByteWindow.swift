/// Bytes that are looked at piece by piece: a body in memory, or a file that is never loaded whole.
///
/// Used by one thread at a time.
public protocol ByteWindow {
    /// The number of bytes there are now; nil where that cannot be told.
    var size: Int64? { get }
    /// At most `count` bytes from `offset`; fewer at the end, none beyond it, which is no error. Throws when the medium
    /// fails.
    func read(at offset: Int64, count: Int) throws(InspectionFault) -> [UInt8]
}
