#ifndef ATTACHFETCH_CZLIB_SHIM_H
#define ATTACHFETCH_CZLIB_SHIM_H

// Makes next_in a pointer to const, as the input is.
#define ZLIB_CONST
#include <zlib.h>

// A macro in zlib.h, since it passes the version and the size of the structure that the caller was built with.
static inline int attach_inflate_init(z_stream *_Nonnull stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
