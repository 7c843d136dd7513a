#define _GNU_SOURCE
#include "Files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fill(int result, const struct stat *found, struct attach_file_facts *facts) {
    if (result != 0) return result;
    facts->mode = found->st_mode;
    facts->owner = found->st_uid;
    facts->links = found->st_nlink;
    facts->size = found->st_size;
    facts->allocated = (int64_t)found->st_blocks * 512;
    facts->modified = (int64_t)found->st_mtim.tv_sec * 1000000000 + found->st_mtim.tv_nsec;
    return 0;
}

int attach_facts_at(int directory, const char *path, struct attach_file_facts *facts) {
    struct stat found;
    return fill(fstatat(directory, path, &found, AT_SYMLINK_NOFOLLOW), &found, facts);
}

int attach_facts(int descriptor, struct attach_file_facts *facts) {
    struct stat found;
    return fill(fstat(descriptor, &found), &found, facts);
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
