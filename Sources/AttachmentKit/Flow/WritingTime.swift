import AttachmentDomain

/// How long the records of an answer take to be written out, which is kept back from its deadline: nothing to speak of
/// for a usual push, two seconds for 100,000 media.
struct WritingTime {
    /// For making and storing them, and as much again for whoever prints them.
    let each: Duration

    /// - Parameter records: how many there are.
    init(records: Int, before deadline: Deadline) {
        let left = deadline.remaining() ?? .zero
        each = min(Self.perRecord * records, left / 3)
    }

    /// Both.
    var whole: Duration { each * 2 }

    private static let perRecord = Duration.microseconds(18)
}
