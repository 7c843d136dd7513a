#define _GNU_SOURCE
#include "CTesting.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int attach_testing_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int attach_testing_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

int attach_testing_change_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

int attach_testing_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int64_t attach_testing_modified(const char *path) {
    struct stat found;
    if (stat(path, &found) != 0) return -1;
    return (int64_t)found.st_mtim.tv_sec * 1000000000 + found.st_mtim.tv_nsec;
}
