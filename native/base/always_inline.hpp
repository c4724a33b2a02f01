// For small steps of hot loops that a compiler, left alone, might call.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_IN_PLACE __forceinline
#else
#define KIBITZ_IN_PLACE [[gnu::always_inline]] inline
#endif
