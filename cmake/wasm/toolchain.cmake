# SPDX-License-Identifier: MIT
# Debian's clang 19 for wasm32-wasi with libc++ 19.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Archives of what is optimised at link time need the tools of the same compiler.
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# The library needs neither exceptions nor run-time type information.
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
