/// What HTTP caching needs: several responses of one URL beside each other, failures beside responses, and what must not
/// be stored or asked for.
extension Schema {
    static let version2 = responses + failures + restraints + responseTotals + failureTotals + fromUrls

    /// For how many variants of one URL responses are kept; another takes the place of the oldest.
    static let mostVariants = 32

    /// `key` is the SHA-256 of the URL, since URLs may be long; `variant` is the text of ``Variant``. A response whose
    /// object is gone, or that never had one, such as a redirect, has no `object_id`.
    private static let responses = """
        CREATE TABLE responses(
            id INTEGER PRIMARY KEY,
            key BLOB NOT NULL,
            variant TEXT NOT NULL,
            url TEXT NOT NULL,
            object_id INTEGER REFERENCES objects(id) ON DELETE SET NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,
            requested_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            stale_until INTEGER,
            UNIQUE(key, variant)
        ) STRICT;
        CREATE INDEX responses_object ON responses(object_id) WHERE object_id IS NOT NULL;

        """

    /// An ordinary table: rows with URLs would overflow the pages of one without row ids
    /// (sqlite.org/withoutrowid.html, 4).
    private static let failures = """
        CREATE TABLE failures(
            id INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE,
            url TEXT NOT NULL,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            status INTEGER,
            attempts INTEGER NOT NULL,
            failed_at INTEGER NOT NULL,
            retry_at INTEGER NOT NULL,
            limit_bytes INTEGER,
            kind TEXT,
            policy TEXT NOT NULL
        ) STRICT;
        CREATE INDEX failures_retry ON failures(retry_at);

        """

    /// `pauses`: origins that asked to be left alone. `uncacheable`: URLs whose answers may not be stored. `purges`: at
    /// which count of `totals.purge_mark` a URL was purged last, so that what was asked for before is not stored.
    private static let restraints = """
        CREATE TABLE pauses(
            origin TEXT PRIMARY KEY,
            until INTEGER NOT NULL,
            message TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pauses_until ON pauses(until);
        CREATE TABLE uncacheable(
            key BLOB PRIMARY KEY,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uncacheable_until ON uncacheable(until);
        CREATE TABLE purges(
            key BLOB PRIMARY KEY,
            mark INTEGER NOT NULL,
            purged_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX purges_time ON purges(purged_at);
        ALTER TABLE totals ADD COLUMN purge_mark INTEGER NOT NULL DEFAULT 0;

        """

    /// `totals.urls` counts URLs, however many variants each has.
    private static let responseTotals = """
        CREATE TRIGGER responses_in AFTER INSERT ON responses
            WHEN NOT EXISTS(SELECT 1 FROM responses WHERE key = NEW.key AND variant <> NEW.variant) BEGIN
            UPDATE totals SET urls = urls + 1;
        END;
        CREATE TRIGGER responses_out AFTER DELETE ON responses
            WHEN NOT EXISTS(SELECT 1 FROM responses WHERE key = OLD.key) BEGIN
            UPDATE totals SET urls = max(0, urls - 1), recount = recount OR urls < 1;
        END;
        CREATE TRIGGER responses_bound AFTER INSERT ON responses
            WHEN (SELECT count(*) FROM responses WHERE key = NEW.key) > \(mostVariants) BEGIN
            DELETE FROM responses WHERE id = (
                SELECT id FROM responses WHERE key = NEW.key AND id <> NEW.id ORDER BY received_at, id LIMIT 1);
        END;

        """

    private static let failureTotals = """
        CREATE TRIGGER failures_in AFTER INSERT ON failures BEGIN
            UPDATE totals SET negative_urls = negative_urls + 1;
        END;
        CREATE TRIGGER failures_out AFTER DELETE ON failures BEGIN
            UPDATE totals SET negative_urls = max(0, negative_urls - 1), recount = recount OR negative_urls < 1;
        END;

        """

    /// Takes over what version 1 knew and can still be relied on. It did not keep the hops of a redirect, nor what a
    /// request with other fields than usual had sent, and it had rows for answers that may not be stored.
    private static let fromUrls = """
        UPDATE totals SET urls = 0, negative_urls = 0;
        INSERT INTO responses(key, variant, url, object_id, status, headers, requested_at, received_at, fresh_until,
            stale_until)
        SELECT key, '', url, object_id, status, headers, requested_at, received_at, fresh_until, stale_until FROM urls
        WHERE failure IS NULL AND status BETWEEN 200 AND 299 AND final_url = url
            AND char(10) || headers NOT LIKE '%' || char(10) || 'vary:%' AND headers NOT LIKE '%no-store%';
        DROP TABLE urls;

        """
}
