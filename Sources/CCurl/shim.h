#ifndef ATTACHFETCH_CCURL_SHIM_H
#define ATTACHFETCH_CCURL_SHIM_H

#include <curl/curl.h>
#include <openssl/ssl.h>

/* curl_easy_setopt and friends are variadic, which Swift cannot call: one typed shim for each kind of argument. */

static inline CURLcode attach_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode attach_curl_set_list(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/* Both CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION take this shape. */
typedef size_t (*attach_curl_write)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

static inline CURLcode attach_curl_set_write(CURL *_Nonnull easy, CURLoption option, attach_curl_write _Nullable call) {
    return curl_easy_setopt(easy, option, call);
}

static inline CURLcode attach_curl_set_open_socket(
    CURL *_Nonnull easy, curl_opensocket_callback _Nullable call) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
}

static inline CURLcode attach_curl_set_ssl_context(
    CURL *_Nonnull easy, curl_ssl_ctx_callback _Nullable call) {
    return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, call);
}

static inline CURLcode attach_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode attach_curl_get_offset(CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode attach_curl_get_pointer(CURL *_Nonnull easy, CURLINFO info, void *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode attach_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* OpenSSL 3 as libcurl sets it up takes a connection that ends without close_notify for a proper end, so a cut body
   without a length would pass for whole. This takes that leave back; SSL_CTX_clear_options is not a plain function in
   every OpenSSL. */
static inline void attach_openssl_demand_close_notify(void *_Nonnull context) {
    SSL_CTX_clear_options((SSL_CTX *)context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

/* CURL_SOCKET_BAD is a macro with a cast, which does not come over. */
static const curl_socket_t attach_curl_socket_bad = CURL_SOCKET_BAD;

#endif
