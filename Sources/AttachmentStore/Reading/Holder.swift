import AttachmentDomain
import Glibc

/// Who holds leases and reservations: this start of the machine, this process, and a number in case the process number
/// comes round again.
enum Holder {
    static let current = "\(BootIdentity.current ?? "-"):\(getpid()):\(Generation.fresh())"
}
