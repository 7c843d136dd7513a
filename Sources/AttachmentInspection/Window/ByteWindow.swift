/// Bytes that are looked at piece by piece: a body in memory, or a file that is never loaded whole.
///
/// Used by one thread at a time.
public protocol ByteWindow {
    /// The number of bytes there are now.
    var size: Int64 { get }
    /// All the bytes, where they are in memory anyway; nil for a file.
    var resident: [UInt8]? { get }
    /// At most `count` bytes from `offset`; fewer at the end, none beyond it, which is no error. Throws when the medium
    /// fails.
    func read(at offset: Int64, count: Int) throws(InspectionFault) -> [UInt8]
}

extension ByteWindow {
    public var resident: [UInt8]? { nil }
}
