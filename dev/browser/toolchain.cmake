# Compiles for Pyodide with a plain Clang. dev/browser-core passes KIBITZ_LLVM (a folder with bin/clang++) and KIBITZ_HEADERS
# (folders of libc++, Clang, libc, in this order), and checks what comes of it.
set(CMAKE_SYSTEM_NAME Linux)  # as near as CMake knows; it only decides how things are named
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KIBITZ_LLVM KIBITZ_HEADERS)
set(CMAKE_CXX_COMPILER ${KIBITZ_LLVM}/bin/clang++)
set(CMAKE_AR ${KIBITZ_LLVM}/bin/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${KIBITZ_LLVM}/bin/llvm-ranlib CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # a program can't be linked without a libc

# Exceptions have to be of the kind that Pyodide's main module throws. What only Emscripten's own driver defines is defined here.
set(CMAKE_CXX_FLAGS_INIT "--target=wasm32-unknown-emscripten -fwasm-exceptions -mllvm -wasm-use-legacy-eh=true -msimd128 \
-D__EMSCRIPTEN_major__=5 -D__EMSCRIPTEN_minor__=0 -D__EMSCRIPTEN_tiny__=3 -include stdio.h -nostdinc -nostdinc++")
foreach(folder IN LISTS KIBITZ_HEADERS)
  string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${folder}")
endforeach()

# A side module: everything that is not in it (libc, libc++, Python) is Pyodide's. Without __wasm_call_ctors no global
# constructor would run, and nothing would say so.
set(CMAKE_CXX_CREATE_SHARED_MODULE "${KIBITZ_LLVM}/bin/wasm-ld -shared --experimental-pic --unresolved-symbols=import-dynamic \
--no-entry --gc-sections -s --export-if-defined=__wasm_call_ctors --export=PyInit__core <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # Clang takes them for one optimization level only, and there are two
set(CMAKE_SKIP_RPATH ON)  # there is none
