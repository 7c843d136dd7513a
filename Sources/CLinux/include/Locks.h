#ifndef ATTACHFETCH_CLINUX_LOCKS_H
#define ATTACHFETCH_CLINUX_LOCKS_H

/* Locks on single bytes that belong to the open file, not to the process (fcntl_locking(2), "Open file description
   locks"): they need _GNU_SOURCE, and fcntl is variadic. */

#include <stdint.h>

/* Corresponds to `fcntl(F_OFD_SETLK)` with F_WRLCK: takes the lock on that byte of a file that is open for writing.
   Returns 1, or 0 while another open file holds it, or -1 and sets errno. */
int attach_lock_byte(int descriptor, int64_t byte);

/* The same with F_UNLCK. */
void attach_unlock_byte(int descriptor, int64_t byte);

/* The same for all bytes. */
void attach_unlock_all(int descriptor);

#endif
