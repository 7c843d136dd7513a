import AttachmentDomain

/// The records of one payload that were made while others were still on their way, and their writes to the store.
struct RecordBook {
    private var records: [AttachmentRecord?]
    /// The writes of the records in the book, begun already.
    var writes: [Task<Void, Never>] = []

    /// - Parameter count: the number of references of the payload.
    init(count: Int) {
        records = Array(repeating: nil, count: count)
    }

    /// The record of the reference at that place; nil while it has not come.
    subscript(index: Int) -> AttachmentRecord? {
        records.indices.contains(index) ? records[index] : nil
    }

    mutating func enter(_ made: [AttachmentRecord]) {
        for record in made { records[record.index] = record }
    }
}
