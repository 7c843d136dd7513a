#include "Poller.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

enum { most = 256 };

int attach_poller(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int attach_poller_watch(int poller, int descriptor, int is_known, int reading, int writing) {
    struct epoll_event event = {.events = 0, .data = {.fd = descriptor}};
    if (reading) event.events |= EPOLLIN;
    if (writing) event.events |= EPOLLOUT;
    if (!event.events) return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event);
    return epoll_ctl(poller, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
}

int attach_poller_wait(int poller, struct attach_ready *list, int count, int milliseconds) {
    struct epoll_event events[most];
    int found = epoll_wait(poller, events, count < most ? count : most, milliseconds);
    for (int i = 0; i < found; i++) {
        int failed = events[i].events & (EPOLLERR | EPOLLHUP);
        list[i].descriptor = events[i].data.fd;
        list[i].readable = (events[i].events & EPOLLIN) || failed;
        list[i].writable = (events[i].events & EPOLLOUT) || failed;
    }
    return found;
}

int attach_event(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
