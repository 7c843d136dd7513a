/// Which of the tables that tell something against URLs have rows at all: mostly none, and then no URL has to be looked
/// for in them.
struct Restraints {
    /// The count of purges.
    var purgeMark: Int64
    var hasFailures: Bool
    var hasUncacheable: Bool

    init(_ index: Connection) throws(StoreError) {
        let found = try index.first(
            """
            SELECT (SELECT purge_mark FROM totals), EXISTS(SELECT 1 FROM failures), EXISTS(SELECT 1 FROM uncacheable)
            """
        ) { row throws(StoreError) in (row.integer(0), row.flag(1), row.flag(2)) }
        purgeMark = found?.0 ?? 0
        hasFailures = found?.1 ?? true
        hasUncacheable = found?.2 ?? true
    }
}
