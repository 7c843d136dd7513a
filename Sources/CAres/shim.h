#ifndef ATTACHFETCH_CARES_SHIM_H
#define ATTACHFETCH_CARES_SHIM_H

#include <ares.h>

#endif
