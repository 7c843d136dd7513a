#ifndef ATTACHFETCH_CLINUX_FILES_H
#define ATTACHFETCH_CLINUX_FILES_H

/* Calls on files that the Glibc module of Swift hides. All return -1 and set errno unless said otherwise. */

#include <stdint.h>

/* What is used of `struct stat`. That struct itself is not named here: Swift would take this module for its home, and
   everybody who uses it would have to import this module. */
struct attach_file_facts {
    uint32_t mode;
    uint32_t owner;
    uint64_t links;
    int64_t size;
    /* What it takes on disk, in bytes. */
    int64_t allocated;
    /* Nanoseconds since 1970. */
    int64_t modified;
};

/* Corresponds to `fstatat` with AT_SYMLINK_NOFOLLOW: the facts of the name itself. */
int attach_facts_at(int directory, const char *_Nonnull path, struct attach_file_facts *_Nonnull facts);

/* Corresponds to `fstat`. */
int attach_facts(int descriptor, struct attach_file_facts *_Nonnull facts);

/* Opens for reading below `directory`, following no symbolic link in any part of the path and never leaving the
   directory: `openat2` with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS (Linux 5.6), else `openat` with O_NOFOLLOW. A FIFO
   does not block. */
int attach_open_beneath(int directory, const char *_Nonnull path);

/* Corresponds to `strerrordesc_np`: the untranslated words for an errno value, in static memory. Never NULL. */
const char *_Nonnull attach_error_words(int number);

/* Corresponds to `strerrorname_np`: the name, for example ENOSPC, in static memory. Never NULL. */
const char *_Nonnull attach_error_name(int number);

#endif
