#include "Certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}

static int add_extensions(X509 *certificate, X509 *issuer, const char *alternative_names) {
    if (!add_extension(certificate, issuer, NID_subject_key_identifier, "hash")) return 0;
    if (!add_extension(certificate, issuer, NID_authority_key_identifier, "keyid")) return 0;
    if (!alternative_names) {
        return add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE") &&
               add_extension(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    }
    return add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, issuer, NID_subject_alt_name, alternative_names);
}

static int set_serial(X509 *certificate) {
    uint64_t serial = 0;
    return RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1);
}

static int fill_in(X509 *certificate, EVP_PKEY *key, X509 *issuer, const char *common_name, long starts, long ends) {
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), starts) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), ends) && X509_set_pubkey(certificate, key) &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)common_name, -1, -1, 0) &&
           X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
}

struct attach_testing_certificate *attach_testing_certificate_make(
    const struct attach_testing_certificate *issuer, const char *common_name, const char *alternative_names,
    long starts, long ends) {
    struct attach_testing_certificate *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->certificate = X509_new();
    made->key = EVP_EC_gen("P-256");
    X509 *signer = issuer ? issuer->certificate : made->certificate;
    EVP_PKEY *signing_key = issuer ? issuer->key : made->key;
    if (made->certificate && made->key &&
        fill_in(made->certificate, made->key, signer, common_name, starts, ends) &&
        add_extensions(made->certificate, signer, alternative_names) &&
        X509_sign(made->certificate, signing_key, EVP_sha256())) {
        return made;
    }
    attach_testing_certificate_free(made);
    return NULL;
}

void attach_testing_certificate_free(struct attach_testing_certificate *certificate) {
    X509_free(certificate->certificate);
    EVP_PKEY_free(certificate->key);
    free(certificate);
}

/* What was written to memory, with a zero behind it; releases `text`. */
static char *taken(BIO *text, int is_written) {
    char *copy = NULL;
    char *start = NULL;
    long length = text ? BIO_get_mem_data(text, &start) : 0;
    if (is_written && start && (copy = calloc(1, (size_t)length + 1))) memcpy(copy, start, (size_t)length);
    BIO_free(text);
    return copy;
}

char *attach_testing_certificate_pem(const struct attach_testing_certificate *certificate) {
    BIO *text = BIO_new(BIO_s_mem());
    return taken(text, text && PEM_write_bio_X509(text, certificate->certificate));
}

char *attach_testing_certificate_key_pem(const struct attach_testing_certificate *certificate) {
    BIO *text = BIO_new(BIO_s_mem());
    return taken(text, text && PEM_write_bio_PrivateKey(text, certificate->key, NULL, NULL, 0, NULL, NULL));
}
