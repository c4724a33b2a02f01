// Forbids inlining and cloning of long functions with several call sites, to compile faster.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_NOINLINE __declspec(noinline)
#elif defined(__clang__)
#define KIBITZ_NOINLINE [[gnu::noinline]]
#else
#define KIBITZ_NOINLINE [[gnu::noinline, gnu::noclone]]
#endif
