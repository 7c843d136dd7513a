import AttachmentDomain
import AttachmentInspection
import AttachmentStore
import Glibc

/// The objects of the cache with facts by today's readers: what earlier ones have stored is measured once more when it is
/// used, and kept. Blocking.
struct MeasuredObjects: Sendable {
    let store: MediaStore
    let recognisers: RecogniserPool

    /// The object with these bytes; nil when the cache does not hold it whole.
    func object(_ digest: Digest) throws(StoreError) -> StoredObject? {
        guard let object = try store.object(digest) else { return nil }
        guard object.inspection.readers != MediaRecogniser.version, let facts = try measured(object) else {
            return object
        }
        return store.renew(object, facts)
    }

    /// Nil where the bytes cannot be read now: what is known of them has to do then.
    private func measured(_ object: StoredObject) throws(StoreError) -> Inspection? {
        let window = ObjectWindow(reader: try store.reader(of: object))
        do throws(InspectionFault) {
            return Inspection(ofAny: try recognisers.recognise(window, complete: true))
        } catch {
            return nil
        }
    }
}

/// An object of the cache, for the recogniser.
private struct ObjectWindow: ByteWindow {
    let reader: ObjectReader

    var size: Int64 { reader.bytes }

    func read(at offset: Int64, count: Int) throws(InspectionFault) -> [UInt8] {
        do throws(StoreError) {
            return try reader.read(at: offset, count: count)
        } catch {
            throw .unreadable(errno: EIO)
        }
    }
}
