#ifndef ATTACHFETCH_CCRYPTO_SHIM_H
#define ATTACHFETCH_CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
