#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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
    FIND(share_init);
    FIND(share_setopt);
    FIND(share_cleanup);
    FIND(multi_init);
    FIND(multi_cleanup);
    FIND(multi_setopt);
    FIND(multi_add_handle);
    FIND(multi_remove_handle);
    FIND(multi_socket_action);
    FIND(multi_info_read);
#undef FIND
}

const char *attach_curl_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

CURLSH *attach_curl_own_names(CURL *easy) {
    CURLSH *names = attach_curl.share_init();
    if (!names) return NULL;
    if (attach_curl.share_setopt(names, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS) != CURLSHE_OK
        || attach_curl.easy_setopt(easy, CURLOPT_SHARE, names) != CURLE_OK) {
        attach_curl.share_cleanup(names);
        return NULL;
    }
    return names;
}

static SSL *tls_of(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (attach_curl.easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

int attach_curl_speaks_http2(CURL *easy) {
    const unsigned char *name = NULL;
    unsigned int length = 0;
    SSL *tls = tls_of(easy);
    if (!tls) return 0;
    SSL_get0_alpn_selected(tls, &name, &length);
    return length == 2 && name[0] == 'h' && name[1] == '2';
}

int attach_curl_has_pending(CURL *easy) {
    SSL *tls = tls_of(easy);
    return tls ? SSL_has_pending(tls) : 0;
}

/* Belongs to an SSL_CTX and to those who look at it. A connection and its transfers live on one thread. */
struct attach_tls_end {
    int references;
    int closed;
};

static int end_index = -1;
static pthread_once_t end_once = PTHREAD_ONCE_INIT;

static void free_end(void *parent, void *end, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)parent, (void)data, (void)index, (void)number, (void)pointer;
    if (end) attach_tls_end_release(end);
}

static void make_index(void) {
    end_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, free_end);
}

static void note_alert(const SSL *tls, int where, int alert) {
    if (!(where & SSL_CB_READ) || !(where & SSL_CB_ALERT) || (alert & 0xff) != SSL_AD_CLOSE_NOTIFY) return;
    struct attach_tls_end *end = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(tls), end_index);
    if (end) end->closed = 1;
}

int attach_tls_watch(void *context) {
    pthread_once(&end_once, make_index);
    struct attach_tls_end *end = calloc(1, sizeof *end);
    if (end_index < 0 || !end) {
        free(end);
        return 0;
    }
    end->references = 1;
    if (!SSL_CTX_set_ex_data(context, end_index, end)) {
        free(end);
        return 0;
    }
    SSL_CTX_set_info_callback(context, note_alert);
    return 1;
}

attach_tls_end *attach_tls_end_of(CURL *easy) {
    SSL *tls = tls_of(easy);
    if (!tls || end_index < 0) return NULL;
    struct attach_tls_end *end = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(tls), end_index);
    if (end) end->references++;
    return end;
}

int attach_tls_is_closed(const attach_tls_end *end) {
    return end->closed;
}

void attach_tls_end_release(attach_tls_end *end) {
    if (--end->references == 0) free(end);
}
