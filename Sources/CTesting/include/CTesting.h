#ifndef ATTACHFETCH_CTESTING_H
#define ATTACHFETCH_CTESTING_H

/* What the tests' servers and child processes need and Swift's Glibc module hides: GNU calls and close-on-exec forms. */

#include "CTestingTLS.h"

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/* Corresponds to `pipe2(O_CLOEXEC)`: a child started by another thread in between inherits neither end. */
int attach_testing_pipe(int ends[_Nonnull 2]);

/* Corresponds to `accept4(SOCK_CLOEXEC)` without the peer's address. */
int attach_testing_accept(int listener);

/* Corresponds to `posix_spawn_file_actions_addchdir_np`. Returns 0 or an error number. */
int attach_testing_change_directory(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull path);

/* Corresponds to `posix_spawn_file_actions_addclosefrom_np`. Returns 0 or an error number. */
int attach_testing_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

/* The time of the last change to a file's bytes, in nanoseconds since 1970; -1 and errno when there is no such file.
   Swift finds the home of `struct timespec` in another module, now and then, and then refuses its fields. */
int64_t attach_testing_modified(const char *_Nonnull path);

#endif
