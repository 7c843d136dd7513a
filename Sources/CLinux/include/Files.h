#ifndef ATTACHFETCH_CLINUX_FILES_H
#define ATTACHFETCH_CLINUX_FILES_H

/* Calls on files that the Glibc module of Swift hides. All return -1 and set errno unless said otherwise. */

#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Corresponds to `fstatat` with AT_SYMLINK_NOFOLLOW: the facts of the name itself. */
int attach_stat_at(int directory, const char *_Nonnull path, struct stat *_Nonnull facts);

/* Opens for reading below `directory`, following no symbolic link in any part of the path and never leaving the
   directory: `openat2` with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS (Linux 5.6), else `openat` with O_NOFOLLOW. A FIFO
   does not block. */
int attach_open_beneath(int directory, const char *_Nonnull path);

/* Corresponds to `strerrordesc_np`: the untranslated words for an errno value, in static memory. Never NULL. */
const char *_Nonnull attach_error_words(int number);

/* Corresponds to `strerrorname_np`: the name, for example ENOSPC, in static memory. Never NULL. */
const char *_Nonnull attach_error_name(int number);

#endif
