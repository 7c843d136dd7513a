#ifndef ATTACHFETCH_CLINUX_POLLER_H
#define ATTACHFETCH_CLINUX_POLLER_H

/* epoll(7) and eventfd(2). All return -1 and set errno unless said otherwise. */

#include <stdint.h>

/* One descriptor with something to do. */
struct attach_ready {
    int32_t descriptor;
    /* There is something to read, an end or an error. */
    int32_t readable;
    /* There is room to write, or an error. */
    int32_t writable;
};

/* Corresponds to `epoll_create1(EPOLL_CLOEXEC)`. */
int attach_poller(void);

/* Corresponds to `epoll_ctl`: adds or changes what is waited for; neither reading nor writing removes the descriptor. */
int attach_poller_watch(int poller, int descriptor, int is_known, int reading, int writing);

/* Corresponds to `epoll_wait`, level-triggered: how many of `list` were filled, at most 256. */
int attach_poller_wait(int poller, struct attach_ready *_Nonnull list, int count, int milliseconds);

/* Corresponds to `eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)`. */
int attach_event(void);

#endif
