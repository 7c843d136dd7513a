#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* The name of the library with OpenSSL; the one with GnuTLS is another (libcurl-gnutls.so.4). */
static const char name[] = "libcurl.so.4";

struct attach_curl_calls attach_curl;

static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *symbol) {
    void *found = dlsym(library, symbol);
    if (!found && !failure[0]) snprintf(failure, sizeof failure, "%s has no %s", name, symbol);
    return found;
}

static void load(void) {
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        snprintf(failure, sizeof failure, "%s", why ? why : name);
        return;
    }
#define FIND(call) attach_curl.call = (__typeof__(attach_curl.call))find(library, "curl_" #call)
    FIND(global_init);
    FIND(slist_append);
    FIND(slist_free_all);
    FIND(easy_init);
    FIND(easy_cleanup);
    FIND(easy_setopt);
    FIND(easy_getinfo);
    FIND(easy_strerror);
    FIND(multi_init);
    FIND(multi_cleanup);
    FIND(multi_setopt);
    FIND(multi_add_handle);
    FIND(multi_remove_handle);
    FIND(multi_perform);
    FIND(multi_info_read);
    FIND(multi_poll);
    FIND(multi_wakeup);
#undef FIND
}

const char *attach_curl_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}
