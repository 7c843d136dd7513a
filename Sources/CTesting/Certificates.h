#ifndef ATTACHFETCH_CTESTING_CERTIFICATES_H
#define ATTACHFETCH_CTESTING_CERTIFICATES_H

#include "CTestingTLS.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

struct attach_testing_certificate {
    X509 *certificate;
    EVP_PKEY *key;
};

#endif
