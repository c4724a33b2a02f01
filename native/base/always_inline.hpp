// Forces inlining of small steps of hot loops.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_ALWAYS_INLINE __forceinline
#else
#define KIBITZ_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif
