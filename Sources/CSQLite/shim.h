#ifndef ATTACHFETCH_CSQLITE_SHIM_H
#define ATTACHFETCH_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a macro with a cast, which does not come over. */
static inline sqlite3_destructor_type _Nullable attach_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

/* sqlite3_db_config is variadic. With this set the last connection leaves the log as it is when it closes. */
static inline int attach_sqlite_keep_log_on_close(sqlite3 *_Nonnull connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* sqlite3_config is variadic. Without its statistics SQLite takes no process-wide lock for each piece of memory. Refused
   once somebody in the process has used SQLite. */
static inline int attach_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
