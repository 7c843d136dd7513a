#ifndef ATTACHFETCH_CCURL_H
#define ATTACHFETCH_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt
#include <openssl/ssl.h>

/* libcurl brings thirty libraries, and loading them takes a third of a call that needs no network: one that the cache
   answers, or that looks at a payload. So the program is not linked with it; it is opened when the first URL is asked for.

   What of libcurl is called; valid once attach_curl_load has succeeded. */
struct attach_curl_calls {
    __typeof__(curl_global_init) *_Nonnull global_init;
    __typeof__(curl_slist_append) *_Nonnull slist_append;
    __typeof__(curl_slist_free_all) *_Nonnull slist_free_all;
    __typeof__(curl_easy_init) *_Nonnull easy_init;
    __typeof__(curl_easy_cleanup) *_Nonnull easy_cleanup;
    __typeof__(curl_easy_setopt) *_Nonnull easy_setopt;
    __typeof__(curl_easy_getinfo) *_Nonnull easy_getinfo;
    __typeof__(curl_easy_strerror) *_Nonnull easy_strerror;
    __typeof__(curl_share_init) *_Nonnull share_init;
    __typeof__(curl_share_setopt) *_Nonnull share_setopt;
    __typeof__(curl_share_cleanup) *_Nonnull share_cleanup;
    __typeof__(curl_multi_init) *_Nonnull multi_init;
    __typeof__(curl_multi_cleanup) *_Nonnull multi_cleanup;
    __typeof__(curl_multi_setopt) *_Nonnull multi_setopt;
    __typeof__(curl_multi_add_handle) *_Nonnull multi_add_handle;
    __typeof__(curl_multi_remove_handle) *_Nonnull multi_remove_handle;
    __typeof__(curl_multi_socket_action) *_Nonnull multi_socket_action;
    __typeof__(curl_multi_info_read) *_Nonnull multi_info_read;
};

extern struct attach_curl_calls attach_curl;

/* Opens libcurl once for the process; any thread, any number of times. NULL, or why it cannot be had (dlopen(3)). */
const char *_Nullable attach_curl_load(void);

/* The calls themselves, as curl.h declares them without the prefix. */

static inline CURLcode attach_curl_global_init(long flags) {
    return attach_curl.global_init(flags);
}

static inline struct curl_slist *_Nullable attach_curl_slist_append(
    struct curl_slist *_Nullable list, const char *_Nonnull line) {
    return attach_curl.slist_append(list, line);
}

static inline void attach_curl_slist_free_all(struct curl_slist *_Nullable list) {
    attach_curl.slist_free_all(list);
}

static inline CURL *_Nullable attach_curl_easy_init(void) {
    return attach_curl.easy_init();
}

static inline void attach_curl_easy_cleanup(CURL *_Nonnull easy) {
    attach_curl.easy_cleanup(easy);
}

/* Gives a handle names of its own, to be cleaned up after the handle; NULL without memory. All handles of a multi handle
   have one store of names otherwise, where the addresses that one hop is given (CURLOPT_RESOLVE) take the place of those
   of another, which was judged with its own. */
CURLSH *_Nullable attach_curl_own_names(CURL *_Nonnull easy);

static inline void attach_curl_share_cleanup(CURLSH *_Nonnull share) {
    attach_curl.share_cleanup(share);
}

static inline const char *_Nonnull attach_curl_easy_strerror(CURLcode code) {
    return attach_curl.easy_strerror(code);
}

static inline CURLM *_Nullable attach_curl_multi_init(void) {
    return attach_curl.multi_init();
}

static inline void attach_curl_multi_cleanup(CURLM *_Nonnull multi) {
    attach_curl.multi_cleanup(multi);
}

static inline void attach_curl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy) {
    attach_curl.multi_add_handle(multi, easy);
}

static inline void attach_curl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy) {
    attach_curl.multi_remove_handle(multi, easy);
}

/* For a socket with something to do, or for CURL_SOCKET_TIMEOUT. */
static inline void attach_curl_multi_act(CURLM *_Nonnull multi, curl_socket_t socket, int events) {
    int running = 0;
    attach_curl.multi_socket_action(multi, socket, events, &running);
}

static inline CURLMsg *_Nullable attach_curl_multi_info_read(CURLM *_Nonnull multi) {
    int remaining = 0;
    return attach_curl.multi_info_read(multi, &remaining);
}

/* The variadic ones, which Swift cannot call: one typed shim for each kind of argument. */

static inline CURLcode attach_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return attach_curl.easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return attach_curl.easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return attach_curl.easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return attach_curl.easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_list(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return attach_curl.easy_setopt(easy, option, value);
}

/* Both CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION take this shape. */
typedef size_t (*attach_curl_write)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

static inline CURLcode attach_curl_set_write(CURL *_Nonnull easy, CURLoption option, attach_curl_write _Nullable call) {
    return attach_curl.easy_setopt(easy, option, call);
}

static inline CURLcode attach_curl_set_open_socket(
    CURL *_Nonnull easy, curl_opensocket_callback _Nullable call) {
    return attach_curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
}

static inline CURLcode attach_curl_set_close_socket(
    CURL *_Nonnull easy, curl_closesocket_callback _Nullable call) {
    return attach_curl.easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, call);
}

/* Called before each request, also on a connection that is used again. */
typedef int (*attach_curl_before_request)(
    void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address, int remote_port,
    int local_port);

static inline CURLcode attach_curl_set_before_request(CURL *_Nonnull easy, attach_curl_before_request _Nullable call) {
    return attach_curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, call);
}

static inline CURLcode attach_curl_set_ssl_context(
    CURL *_Nonnull easy, curl_ssl_ctx_callback _Nullable call) {
    return attach_curl.easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, call);
}

static inline CURLcode attach_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return attach_curl.easy_getinfo(easy, info, value);
}

static inline CURLcode attach_curl_get_offset(CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return attach_curl.easy_getinfo(easy, info, value);
}

static inline CURLcode attach_curl_get_pointer(CURL *_Nonnull easy, CURLINFO info, void *_Nullable *_Nonnull value) {
    return attach_curl.easy_getinfo(easy, info, value);
}

static inline CURLMcode attach_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return attach_curl.multi_setopt(multi, option, value);
}

/* Called with each socket that is to be watched, and for what (CURL_POLL_IN, …, CURL_POLL_REMOVE). */
static inline CURLMcode attach_curl_multi_on_socket(
    CURLM *_Nonnull multi, curl_socket_callback _Nonnull call, void *_Nullable context) {
    attach_curl.multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    return attach_curl.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, call);
}

/* Called with the milliseconds after which CURL_SOCKET_TIMEOUT is due; -1 for none. */
static inline CURLMcode attach_curl_multi_on_timer(
    CURLM *_Nonnull multi, curl_multi_timer_callback _Nonnull call, void *_Nullable context) {
    attach_curl.multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return attach_curl.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, call);
}

/* Takes both callbacks back, before their context goes. */
static inline void attach_curl_multi_silence(CURLM *_Nonnull multi) {
    attach_curl.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, NULL);
    attach_curl.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, NULL);
}

/* How the TLS of one connection came to its end. libcurl reads a connection that ends without close_notify (RFC 8446 6.1)
   to a proper end, through a BIO of its own that hides the difference from OpenSSL too, so a cut body without a length
   would pass for whole. OpenSSL tells of the alert itself in its info callback. */
typedef struct attach_tls_end attach_tls_end;

/* Watches the connections that will be made with this SSL_CTX; libcurl makes one for each connection. 0 without memory. */
int attach_tls_watch(void *_Nonnull context);

/* The end of the connection of a transfer under way, to be given back; NULL where it is none of TLS, or not watched. */
attach_tls_end *_Nullable attach_tls_end_of(CURL *_Nonnull easy);

/* Whether close_notify has come. */
int attach_tls_is_closed(const attach_tls_end *_Nonnull end);

void attach_tls_end_release(attach_tls_end *_Nonnull end);

/* Whether the connection of a transfer under way was agreed to speak HTTP/2 (RFC 7301, ALPN). */
int attach_curl_speaks_http2(CURL *_Nonnull easy);

/* Whether the TLS of a transfer's connection holds bytes that have left the socket and were not read yet. */
int attach_curl_has_pending(CURL *_Nonnull easy);

/* CURL_SOCKET_BAD is a macro with a cast, which does not come over. */
static const curl_socket_t attach_curl_socket_bad = CURL_SOCKET_BAD;

static const curl_socket_t attach_curl_socket_timeout = CURL_SOCKET_TIMEOUT;

#endif
