#include "Certificates.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

struct attach_testing_tls {
    SSL_CTX *context;
    /* As ALPN has it: the length, then the name (RFC 7301 section 3.1). */
    unsigned char protocol[16];
    unsigned int protocol_length;
    int is_required;
};

struct attach_testing_session {
    SSL *ssl;
};

static int choose_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
    unsigned int offered_length, void *argument) {
    (void)ssl;
    const struct attach_testing_tls *tls = argument;
    unsigned char *found = NULL;
    int result = SSL_select_next_proto(
        &found, length, tls->protocol, tls->protocol_length, offered, offered_length);
    *chosen = found;
    if (result == OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_OK;
    return tls->is_required ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK;
}

static void set_protocol(struct attach_testing_tls *tls, const char *protocol, int required) {
    size_t length = strnlen(protocol, sizeof tls->protocol - 1);
    tls->protocol[0] = (unsigned char)length;
    memcpy(tls->protocol + 1, protocol, length);
    tls->protocol_length = (unsigned int)length + 1;
    tls->is_required = required;
    SSL_CTX_set_alpn_select_cb(tls->context, choose_protocol, tls);
}

struct attach_testing_tls *attach_testing_tls_make(
    const struct attach_testing_certificate *certificate, const char *protocol, int required) {
    struct attach_testing_tls *tls = calloc(1, sizeof *tls);
    if (!tls) return NULL;
    tls->context = SSL_CTX_new(TLS_server_method());
    static const unsigned char name[] = "attachfetch";
    if (tls->context && SSL_CTX_use_certificate(tls->context, certificate->certificate) == 1 &&
        SSL_CTX_use_PrivateKey(tls->context, certificate->key) == 1 &&
        SSL_CTX_set_session_id_context(tls->context, name, sizeof name) == 1) {
        set_protocol(tls, protocol, required);
        return tls;
    }
    attach_testing_tls_free(tls);
    return NULL;
}

void attach_testing_tls_free(struct attach_testing_tls *tls) {
    SSL_CTX_free(tls->context);
    free(tls);
}

void attach_testing_tls_add_issuer(
    struct attach_testing_tls *tls, const struct attach_testing_certificate *issuer) {
    SSL_CTX_add1_chain_cert(tls->context, issuer->certificate);
}

void attach_testing_tls_demand(
    struct attach_testing_tls *tls, const struct attach_testing_certificate *authority) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(tls->context), authority->certificate);
    SSL_CTX_add_client_CA(tls->context, authority->certificate);
    SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
}

void attach_testing_tls_speak_only(struct attach_testing_tls *tls, int version) {
    /* Debian allows nothing below TLS 1.2 at its security level, nor SHA-1, which TLS 1.1 signs with. */
    SSL_CTX_set_security_level(tls->context, 0);
    SSL_CTX_set_cipher_list(tls->context, "ALL:@SECLEVEL=0");
    SSL_CTX_set_min_proto_version(tls->context, version);
    SSL_CTX_set_max_proto_version(tls->context, version);
}

struct attach_testing_session *attach_testing_session_make(struct attach_testing_tls *tls, int descriptor) {
    struct attach_testing_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->ssl = SSL_new(tls->context);
    if (session->ssl && SSL_set_fd(session->ssl, descriptor) == 1) return session;
    attach_testing_session_free(session);
    return NULL;
}

void attach_testing_session_free(struct attach_testing_session *session) {
    SSL_free(session->ssl);
    free(session);
}

/* Whether a call that failed was only interrupted. */
static int is_interrupted(const struct attach_testing_session *session, int result) {
    int why = SSL_get_error(session->ssl, result);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

int attach_testing_session_accept(struct attach_testing_session *session) {
    int result;
    do {
        ERR_clear_error();
        result = SSL_accept(session->ssl);
    } while (result <= 0 && is_interrupted(session, result));
    return result == 1;
}

long attach_testing_session_read(struct attach_testing_session *session, void *buffer, long count) {
    size_t got = 0;
    int result;
    do {
        ERR_clear_error();
        result = SSL_read_ex(session->ssl, buffer, (size_t)count, &got);
    } while (result <= 0 && is_interrupted(session, result));
    return result == 1 ? (long)got : 0;
}

int attach_testing_session_write(struct attach_testing_session *session, const void *bytes, long count) {
    size_t sent = 0;
    int result;
    if (count == 0) return 1;
    do {
        ERR_clear_error();
        result = SSL_write_ex(session->ssl, bytes, (size_t)count, &sent);
    } while (result <= 0 && is_interrupted(session, result));
    return result == 1;
}

void attach_testing_session_say_goodbye(struct attach_testing_session *session) {
    ERR_clear_error();
    SSL_shutdown(session->ssl);
    ERR_clear_error();
}

const char *attach_testing_session_server_name(const struct attach_testing_session *session) {
    return SSL_get_servername(session->ssl, TLSEXT_NAMETYPE_host_name);
}
