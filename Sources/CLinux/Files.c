#define _GNU_SOURCE
#include "Files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int attach_stat_at(int directory, const char *path, struct stat *facts) {
    return fstatat(directory, path, facts, AT_SYMLINK_NOFOLLOW);
}

int attach_open_beneath(int directory, const char *path) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct open_how how = {.flags = (uint64_t)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    int opened = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
    /* Older kernels do not know the call, and some sandboxes forbid what they do not know. */
    if (opened < 0 && (errno == ENOSYS || errno == EPERM)) {
        opened = openat(directory, path, flags);
    }
    return opened;
}

const char *attach_error_words(int number) {
    const char *words = strerrordesc_np(number);
    return words ? words : "unknown error";
}

const char *attach_error_name(int number) {
    const char *name = strerrorname_np(number);
    return name ? name : "unknown";
}
