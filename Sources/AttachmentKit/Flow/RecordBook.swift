import AttachmentDomain

/// The records of one payload, made while others are still on their way, and their writes to the store.
struct RecordBook {
    /// By the place of their reference; blank where none was entered.
    private(set) var records: [AttachmentRecord]
    private var isEntered: [Bool]
    /// The writes of the records in the book, begun already.
    var writes: [Task<Void, Never>] = []

    /// - Parameter count: the number of records of the payload.
    init(count: Int) {
        let blank = AttachmentRecord(
            pushKey: "", index: 0, url: nil, role: .attachment, kind: .unknown, state: .failed)
        records = Array(repeating: blank, count: count)
        isEntered = Array(repeating: false, count: count)
    }

    /// The places that have no record yet.
    var missing: [Int] { isEntered.indices.filter { !isEntered[$0] } }

    /// Enters a record at its place.
    mutating func enter(_ record: AttachmentRecord) {
        records[record.index] = record
        isEntered[record.index] = true
    }
}
