#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

int attach_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

int attach_clone(int target, int source) {
    return ioctl(target, FICLONE, source);
}

ssize_t attach_copy_file_range(int source, int target, size_t count) {
    return copy_file_range(source, NULL, target, NULL, count, 0);
}

int attach_random(void *bytes, size_t count) {
    unsigned char *next = bytes;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        next += got;
        count -= (size_t)got;
    }
    return 0;
}

int attach_syncfs(int descriptor) {
    return syncfs(descriptor);
}

void attach_name_thread(const char *name) {
    char kept[16];
    strncpy(kept, name, sizeof kept - 1);
    kept[sizeof kept - 1] = 0;
    pthread_setname_np(pthread_self(), kept);
}

int attach_wait_for(void *semaphore, int64_t nanoseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t total = until.tv_nsec + nanoseconds;
    until.tv_sec += total / 1000000000;
    until.tv_nsec = total % 1000000000;
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &until);
}
