import AttachmentDomain
import AttachmentInspection
import Glibc

/// A body on disk that has no name yet, for the recogniser.
struct SpoolWindow: ByteWindow {
    let spool: any BodySpool
    let bytes: Int64

    var size: Int64 { bytes }

    func read(at offset: Int64, count: Int) throws(InspectionFault) -> [UInt8] {
        let wanted = Int(max(0, min(Int64(count), bytes - offset)))
        guard wanted > 0, offset >= 0 else { return [] }
        var failure: Finding?
        let read = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            do throws(Finding) {
                count = try spool.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
                count = 0
            }
        }
        guard failure == nil else { throw .unreadable(errno: EIO) }
        return read
    }
}
