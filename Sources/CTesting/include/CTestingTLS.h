#ifndef ATTACHFETCH_CTESTING_TLS_H
#define ATTACHFETCH_CTESTING_TLS_H

/* Certificates and the server's side of TLS over OpenSSL, whose own headers stay out of Swift's sight. */

/* A certificate with its private key, an EC key on P-256. Never changed once it is made: any thread may use it. */
struct attach_testing_certificate;

/* Makes a certificate for a fresh key, signed by `issuer`, or by itself where that is NULL. `alternative_names` is a list
   as OpenSSL's configuration has it, `DNS:localhost,IP:127.0.0.1`; NULL makes an authority. Valid from `starts` to `ends`,
   seconds from now. NULL when OpenSSL refuses, as it does with a name that is none. */
struct attach_testing_certificate *_Nullable attach_testing_certificate_make(
    const struct attach_testing_certificate *_Nullable issuer, const char *_Nonnull common_name,
    const char *_Nullable alternative_names, long starts, long ends);

void attach_testing_certificate_free(struct attach_testing_certificate *_Nonnull certificate);

/* PEM, to be released by `free`. NULL without memory. */
char *_Nullable attach_testing_certificate_pem(const struct attach_testing_certificate *_Nonnull certificate);
char *_Nullable attach_testing_certificate_key_pem(const struct attach_testing_certificate *_Nonnull certificate);

/* What the sessions of one server share. Set up by one thread, then used by any. */
struct attach_testing_tls;

/* Corresponds to `SSL_CTX_new` for TLS 1.2 and later. `protocol` is what ALPN chooses; where the client does not offer it,
   the handshake fails if it is `required`. NULL when OpenSSL refuses. */
struct attach_testing_tls *_Nullable attach_testing_tls_make(
    const struct attach_testing_certificate *_Nonnull certificate, const char *_Nonnull protocol, int required);

void attach_testing_tls_free(struct attach_testing_tls *_Nonnull tls);

/* Sends this certificate too, one that has issued the server's. */
void attach_testing_tls_add_issuer(
    struct attach_testing_tls *_Nonnull tls, const struct attach_testing_certificate *_Nonnull issuer);

/* Fails the handshake of a client without a certificate that this authority has issued. */
void attach_testing_tls_demand(
    struct attach_testing_tls *_Nonnull tls, const struct attach_testing_certificate *_Nonnull authority);

/* Speaks this version alone: 0x0302 for TLS 1.1, which works only without OpenSSL's lower limits, to 0x0304. */
void attach_testing_tls_speak_only(struct attach_testing_tls *_Nonnull tls, int version);

/* One connection, used by one thread at a time. */
struct attach_testing_session;

/* The descriptor stays the caller's. NULL without memory. */
struct attach_testing_session *_Nullable attach_testing_session_make(
    struct attach_testing_tls *_Nonnull tls, int descriptor);

void attach_testing_session_free(struct attach_testing_session *_Nonnull session);

/* Corresponds to `SSL_accept`, blocking. Returns whether the handshake is complete. */
int attach_testing_session_accept(struct attach_testing_session *_Nonnull session);

/* Corresponds to `SSL_read`, blocking. Returns how many bytes, 0 once there are no more for whatever reason. */
long attach_testing_session_read(struct attach_testing_session *_Nonnull session, void *_Nonnull buffer, long count);

/* Corresponds to `SSL_write`, blocking. Returns whether all bytes are on their way. */
int attach_testing_session_write(
    struct attach_testing_session *_Nonnull session, const void *_Nonnull bytes, long count);

/* Sends close_notify and does not wait for that of the client. */
void attach_testing_session_say_goodbye(struct attach_testing_session *_Nonnull session);

/* The name that the client asked for (SNI), NULL without one. Lives as long as the session. */
const char *_Nullable attach_testing_session_server_name(const struct attach_testing_session *_Nonnull session);

#endif
