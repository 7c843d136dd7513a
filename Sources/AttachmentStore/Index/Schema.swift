/// The tables of the index. Times are Unix seconds, sizes bytes, digests 32 bytes.
///
/// `totals` is one row, kept by triggers in the transaction of the rows that it counts, so that figures cost one read
/// whatever the cache holds. A count that would fall below zero sets `recount` instead of failing the transaction.
enum Schema {
    /// Scripts that lead from each version to the next; the position in the list is the version that a script starts
    /// from (`PRAGMA user_version`). Scripts that were released are never changed: a change is a new script.
    static let migrations: [String] = [version1, version2]

    static var current: Int { migrations.count }

    /// What leads from that version to the current one, inside a transaction.
    static func script(from version: Int) -> String {
        migrations[version...].joined() + "PRAGMA user_version=\(current);"
    }

    private static let version1 = objects + urls + pushes + holds + totals + objectTotals + otherTotals

    /// `gen` and the digest name the file; `alloc` is what it takes on disk; `mtime` in nanoseconds tells cheaply that
    /// nobody wrote to it; `boot` is the start of the machine in which an unsynced file was last known to be right.
    /// Eviction walks by `seq` (SIEVE): `visited` is set by use and cleared by the passing hand.
    private static let objects = """
        CREATE TABLE objects(
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            gen INTEGER NOT NULL,
            size INTEGER NOT NULL,
            alloc INTEGER NOT NULL,
            mtime INTEGER NOT NULL,
            synced INTEGER NOT NULL,
            boot TEXT,
            seq INTEGER NOT NULL,
            visited INTEGER NOT NULL DEFAULT 0,
            pins INTEGER NOT NULL DEFAULT 0,
            refs INTEGER NOT NULL DEFAULT 0,
            mime TEXT NOT NULL,
            inspection TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX objects_unreferenced ON objects(seq) WHERE pins = 0 AND refs = 0;
        CREATE INDEX objects_referenced ON objects(seq) WHERE pins = 0 AND refs > 0;
        CREATE TABLE deletions(name TEXT PRIMARY KEY, alloc INTEGER NOT NULL) STRICT, WITHOUT ROWID;

        """

    /// `key` is the SHA-256 of the URL, since URLs may be long. Without an object the row remembers a failure, or a
    /// response whose object is gone.
    private static let urls = """
        CREATE TABLE urls(
            id INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE,
            url TEXT NOT NULL,
            final_url TEXT NOT NULL,
            object_id INTEGER REFERENCES objects(id) ON DELETE SET NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,
            requested_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            stale_until INTEGER,
            failure TEXT,
            failure_message TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            retry_at INTEGER,
            limit_bytes INTEGER
        ) STRICT;
        CREATE INDEX urls_object ON urls(object_id) WHERE object_id IS NOT NULL;

        """

    /// `provider_key` and `content_hash` are a push's identity, `key` the name under which it is kept. `payload` is NULL
    /// where it equals the source. Records of about a kilobyte would each overflow into a page of their own in a table
    /// without row ids (sqlite.org/fileformat2.html, 1.6), so `attachments` is an ordinary one.
    private static let pushes = """
        CREATE TABLE pushes(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            provider_key TEXT NOT NULL,
            content_hash BLOB NOT NULL,
            received_at INTEGER NOT NULL,
            stored_at INTEGER NOT NULL,
            title TEXT NOT NULL,
            description TEXT NOT NULL,
            image_url TEXT NOT NULL,
            push_link TEXT NOT NULL,
            payload TEXT,
            source BLOB NOT NULL,
            UNIQUE(content_hash, provider_key)
        ) STRICT;
        CREATE TABLE attachments(
            push_id INTEGER NOT NULL REFERENCES pushes(id) ON DELETE CASCADE,
            ord INTEGER NOT NULL,
            object_id INTEGER REFERENCES objects(id) ON DELETE SET NULL,
            state TEXT NOT NULL,
            record TEXT NOT NULL,
            PRIMARY KEY(push_id, ord)
        ) STRICT;
        CREATE INDEX attachments_object ON attachments(object_id) WHERE object_id IS NOT NULL;

        """

    /// What keeps objects from eviction: campaigns for long, paths that were handed out for a while. A holder is the
    /// start of the machine, the process and a random number.
    private static let holds = """
        CREATE TABLE pins(
            object_id INTEGER NOT NULL REFERENCES objects(id) ON DELETE CASCADE,
            owner TEXT NOT NULL,
            expires INTEGER,
            PRIMARY KEY(object_id, owner)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE leases(
            object_id INTEGER NOT NULL REFERENCES objects(id) ON DELETE CASCADE,
            holder TEXT NOT NULL,
            expires INTEGER NOT NULL,
            PRIMARY KEY(object_id, holder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX leases_expiry ON leases(expires);
        CREATE TABLE reservations(
            holder TEXT PRIMARY KEY,
            bytes INTEGER NOT NULL,
            progress INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    private static let totals = """
        CREATE TABLE totals(
            id INTEGER PRIMARY KEY CHECK(id = 1),
            objects INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            alloc INTEGER NOT NULL DEFAULT 0,
            pinned_objects INTEGER NOT NULL DEFAULT 0,
            pinned_bytes INTEGER NOT NULL DEFAULT 0,
            deleted_alloc INTEGER NOT NULL DEFAULT 0,
            reserved INTEGER NOT NULL DEFAULT 0,
            urls INTEGER NOT NULL DEFAULT 0,
            negative_urls INTEGER NOT NULL DEFAULT 0,
            pushes INTEGER NOT NULL DEFAULT 0,
            hits INTEGER NOT NULL DEFAULT 0,
            misses INTEGER NOT NULL DEFAULT 0,
            evictions INTEGER NOT NULL DEFAULT 0,
            seq INTEGER NOT NULL DEFAULT 0,
            hand INTEGER NOT NULL DEFAULT 0,
            recount INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO totals(id) VALUES(1);

        """

    private static let objectTotals = """
        CREATE TRIGGER objects_in AFTER INSERT ON objects BEGIN
            UPDATE totals SET objects = objects + 1, bytes = bytes + NEW.size, alloc = alloc + NEW.alloc, seq = NEW.seq;
        END;
        CREATE TRIGGER objects_out AFTER DELETE ON objects BEGIN
            UPDATE totals SET objects = max(0, objects - 1), bytes = max(0, bytes - OLD.size),
                alloc = max(0, alloc - OLD.alloc),
                recount = recount OR objects < 1 OR bytes < OLD.size OR alloc < OLD.alloc;
        END;
        CREATE TRIGGER objects_size AFTER UPDATE OF size, alloc ON objects BEGIN
            UPDATE totals SET bytes = max(0, bytes - OLD.size + NEW.size), alloc = max(0, alloc - OLD.alloc + NEW.alloc),
                recount = recount OR bytes < OLD.size OR alloc < OLD.alloc;
        END;
        CREATE TRIGGER objects_pinned AFTER UPDATE OF pins ON objects WHEN OLD.pins <= 0 AND NEW.pins > 0 BEGIN
            UPDATE totals SET pinned_objects = pinned_objects + 1, pinned_bytes = pinned_bytes + NEW.size;
        END;
        CREATE TRIGGER objects_unpinned AFTER UPDATE OF pins ON objects WHEN OLD.pins > 0 AND NEW.pins <= 0 BEGIN
            UPDATE totals SET pinned_objects = max(0, pinned_objects - 1), pinned_bytes = max(0, pinned_bytes - OLD.size),
                recount = recount OR pinned_objects < 1 OR pinned_bytes < OLD.size;
        END;
        CREATE TRIGGER pins_in AFTER INSERT ON pins BEGIN
            UPDATE objects SET pins = pins + 1 WHERE id = NEW.object_id;
        END;
        CREATE TRIGGER pins_out AFTER DELETE ON pins BEGIN
            UPDATE objects SET pins = max(0, pins - 1) WHERE id = OLD.object_id;
        END;
        CREATE TRIGGER objects_pinned_out BEFORE DELETE ON objects WHEN OLD.pins > 0 BEGIN
            DELETE FROM pins WHERE object_id = OLD.id;
        END;
        CREATE TRIGGER attachments_in AFTER INSERT ON attachments WHEN NEW.object_id IS NOT NULL BEGIN
            UPDATE objects SET refs = refs + 1 WHERE id = NEW.object_id;
        END;
        CREATE TRIGGER attachments_out AFTER DELETE ON attachments WHEN OLD.object_id IS NOT NULL BEGIN
            UPDATE objects SET refs = max(0, refs - 1) WHERE id = OLD.object_id;
        END;
        CREATE TRIGGER attachments_moved AFTER UPDATE OF object_id ON attachments
            WHEN OLD.object_id IS NOT NEW.object_id BEGIN
            UPDATE objects SET refs = max(0, refs - 1) WHERE id = OLD.object_id;
            UPDATE objects SET refs = refs + 1 WHERE id = NEW.object_id;
        END;

        """

    private static let otherTotals = """
        CREATE TRIGGER deletions_in AFTER INSERT ON deletions BEGIN
            UPDATE totals SET deleted_alloc = deleted_alloc + NEW.alloc;
        END;
        CREATE TRIGGER deletions_out AFTER DELETE ON deletions BEGIN
            UPDATE totals SET deleted_alloc = max(0, deleted_alloc - OLD.alloc),
                recount = recount OR deleted_alloc < OLD.alloc;
        END;
        CREATE TRIGGER reservations_in AFTER INSERT ON reservations BEGIN
            UPDATE totals SET reserved = reserved + NEW.bytes;
        END;
        CREATE TRIGGER reservations_grown AFTER UPDATE OF bytes ON reservations BEGIN
            UPDATE totals SET reserved = max(0, reserved - OLD.bytes + NEW.bytes),
                recount = recount OR reserved < OLD.bytes;
        END;
        CREATE TRIGGER reservations_out AFTER DELETE ON reservations BEGIN
            UPDATE totals SET reserved = max(0, reserved - OLD.bytes), recount = recount OR reserved < OLD.bytes;
        END;
        CREATE TRIGGER urls_in AFTER INSERT ON urls BEGIN
            UPDATE totals SET urls = urls + 1, negative_urls = negative_urls + (NEW.failure IS NOT NULL);
        END;
        CREATE TRIGGER urls_failure AFTER UPDATE OF failure ON urls
            WHEN (OLD.failure IS NULL) <> (NEW.failure IS NULL) BEGIN
            UPDATE totals SET negative_urls =
                max(0, negative_urls - (OLD.failure IS NOT NULL) + (NEW.failure IS NOT NULL));
        END;
        CREATE TRIGGER urls_out AFTER DELETE ON urls BEGIN
            UPDATE totals SET urls = max(0, urls - 1), negative_urls = max(0, negative_urls - (OLD.failure IS NOT NULL)),
                recount = recount OR urls < 1;
        END;
        CREATE TRIGGER pushes_in AFTER INSERT ON pushes BEGIN
            UPDATE totals SET pushes = pushes + 1;
        END;
        CREATE TRIGGER pushes_out AFTER DELETE ON pushes BEGIN
            UPDATE totals SET pushes = max(0, pushes - 1), recount = recount OR pushes < 1;
        END;

        """
}
