#ifndef ATTACHFETCH_CMAGIC_SHIM_H
#define ATTACHFETCH_CMAGIC_SHIM_H

#include <magic.h>

#endif
