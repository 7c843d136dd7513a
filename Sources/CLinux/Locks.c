#define _GNU_SOURCE
#include "Locks.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int set(int descriptor, short type, int64_t start, int64_t length) {
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
    return fcntl(descriptor, F_OFD_SETLK, &range);
}

int attach_lock_byte(int descriptor, int64_t byte) {
    if (set(descriptor, F_WRLCK, byte, 1) == 0) return 1;
    return errno == EAGAIN || errno == EACCES ? 0 : -1;
}

void attach_unlock_byte(int descriptor, int64_t byte) {
    set(descriptor, F_UNLCK, byte, 1);
}

void attach_unlock_all(int descriptor) {
    set(descriptor, F_UNLCK, 0, 0);
}
