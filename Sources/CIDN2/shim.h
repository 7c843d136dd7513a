#ifndef ATTACHFETCH_CIDN2_SHIM_H
#define ATTACHFETCH_CIDN2_SHIM_H

#include <idn2.h>

#endif
