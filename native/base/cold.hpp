// Marks long functions that run once for each game or search: they are optimized for size, which compiles faster.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_COLD
#else
#define KIBITZ_COLD [[gnu::cold]]
#endif
