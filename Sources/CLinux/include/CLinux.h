#ifndef ATTACHFETCH_CLINUX_H
#define ATTACHFETCH_CLINUX_H

/* What the Glibc module of Swift hides: calls that need _GNU_SOURCE, variadic calls, and macros with casts. */

#include <stdint.h>
#include <sys/types.h>

/* Corresponds to `open` relative to a directory with a mode: openat is variadic. Returns -1 and sets errno. */
int attach_openat(int directory, const char *_Nonnull path, int flags, mode_t mode);

/* Corresponds to ioctl(FICLONE). Returns 0, or -1 and errno (EOPNOTSUPP, EXDEV, EINVAL where the file system cannot). */
int attach_clone(int target, int source);

/* Corresponds to `copy_file_range` at the current offsets. Returns the bytes copied, 0 at the end, -1 and errno. */
ssize_t attach_copy_file_range(int source, int target, size_t count);

/* Corresponds to `getrandom` without flags. Returns 0, or -1 and errno. */
int attach_random(void *_Nonnull bytes, size_t count);

/* Corresponds to `syncfs`. Returns 0, or -1 and errno. */
int attach_syncfs(int descriptor);

/* Corresponds to `pthread_setname_np` for the calling thread; at most 15 bytes are kept. */
void attach_name_thread(const char *_Nonnull name);

/* Corresponds to `sem_clockwait` on CLOCK_MONOTONIC, for so many nanoseconds from now. Returns 0, or -1 when the time is
   over or a signal came. */
int attach_wait_for(void *_Nonnull semaphore, int64_t nanoseconds);

#include "Files.h"
#include "Locks.h"
#include "Poller.h"

#endif
