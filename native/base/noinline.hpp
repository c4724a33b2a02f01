// For long steps that a compiler, left alone, might put in place of several calls or compile anew for some of them,
// which takes it much time.
#pragma once

#if defined(_MSC_VER)
#define KIBITZ_CALLED __declspec(noinline)
#elif defined(__clang__)
#define KIBITZ_CALLED [[gnu::noinline]]
#else
#define KIBITZ_CALLED [[gnu::noinline, gnu::noclone]]
#endif
