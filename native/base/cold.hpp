// For what is done once for a game and is long: compilers make it small instead of quick, which takes less time.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_SELDOM
#else
#define KIBITZ_SELDOM [[gnu::cold]]
#endif
