import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads

/// The rooms that every call goes through.
struct FetchCore: Sendable {
    let policy: CachePolicy
    let types: MediaTypeTable
    let clock: WallClock
    let store: MediaStore
    let fetcher: Fetcher
    let workers: WorkerPool
    let alarms: AlarmClock
    let loader: MediaLoader
    let parts: PartKeeper
}
