#ifndef ATTACHFETCH_CSQLITE_SHIM_H
#define ATTACHFETCH_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a macro with a cast, which does not come over. */
static inline sqlite3_destructor_type _Nullable attach_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
