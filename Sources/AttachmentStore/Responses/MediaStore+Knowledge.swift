import AttachmentDomain

extension MediaStore {
    /// What the cache knows of each of these URLs, all at one moment. URLs are compared byte by byte, so they are given
    /// as the texts of their cache keys. Blocking.
    public func knowledge(of questions: [URLQuestion]) throws(StoreError) -> [URLKnowledge] {
        let now = clock.now
        return try read { index throws(StoreError) in
            try index.snapshot { () throws(StoreError) in
                let moment = try Moment(now: now, index)
                return try questions.map { question throws(StoreError) in try moment.knowledge(of: question, index) }
            }
        }
    }

    /// The same for one URL.
    public func knowledge(of url: String, origin: String) throws(StoreError) -> URLKnowledge {
        let now = clock.now
        return try read { index throws(StoreError) in
            try index.snapshot { () throws(StoreError) in
                try Moment(now: now, index).knowledge(of: URLQuestion(url: url, origin: origin), index)
            }
        }
    }

    /// The pause that this origin asked for; nil where it may be asked. Blocking.
    public func pause(of origin: String) throws(StoreError) -> OriginPause? {
        let now = clock.now
        return try read { index throws(StoreError) in try PauseRow.find(origin, now: now, in: index) }
    }
}

/// What one look at the index is told once for all URLs: tables that are mostly empty are not asked for each.
private struct Moment {
    let now: Int64
    let purgeMark: Int64
    let hasFailures: Bool
    let hasUncacheable: Bool
    let hasPauses: Bool

    init(now: Int64, _ index: Connection) throws(StoreError) {
        let found = try index.first(
            """
            SELECT (SELECT purge_mark FROM totals), EXISTS(SELECT 1 FROM failures), EXISTS(SELECT 1 FROM uncacheable),
                EXISTS(SELECT 1 FROM pauses)
            """
        ) { row throws(StoreError) in (row.integer(0), row.flag(1), row.flag(2), row.flag(3)) }
        self.now = now
        (purgeMark, hasFailures, hasUncacheable, hasPauses) = found ?? (0, true, true, true)
    }

    func knowledge(of question: URLQuestion, _ index: Connection) throws(StoreError) -> URLKnowledge {
        let key = URLRow.key(of: question.url)
        return URLKnowledge(
            responses: try ResponseRow.find(key, in: index),
            failure: hasFailures ? try FailureRow.find(key, in: index) : nil,
            isUncacheable: hasUncacheable ? try UncacheableRow.isNoted(key, now: now, in: index) : false,
            pause: hasPauses ? try PauseRow.find(question.origin, now: now, in: index) : nil,
            purgeMark: purgeMark)
    }
}
