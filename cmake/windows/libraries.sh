#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Libraries of the Windows tool, from Debian's source packages: libraries.sh FOLDER
# FOLDER gets include/ and lib/, as a prefix for CMake (docs/dependencies.md lists them).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
work=$prefix/work
sources="libpng1.6 giflib libwebp libjpeg-turbo minizip libevent"

# shellcheck source=cmake/debian.sh
. "$here/../debian.sh"

fetch() {
  debian_lists deb-src
  local name release
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  for name in $sources; do
    # The newest, with fixes for security; a mirror may list one that it does not have yet.
    apt-get "${own[@]}" source "$name" || apt-get "${own[@]}" source "$name/$release"
  done
}

with_cmake() { # FOLDER OPTION...
  cmake -S "$1" -B "build-$1" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$here/../toolchains/mingw.cmake" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_C_FLAGS="-ffile-prefix-map=$work=." -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" "${@:2}"
  ninja -C "build-$1" install
}

archive() { # NAME SOURCE...
  local objects=()
  for source in "${@:2}"; do
    x86_64-w64-mingw32-gcc-posix -O2 -DNDEBUG "-ffile-prefix-map=$work=." "-I$prefix/include" -c "$source" -o "$source.obj"
    objects+=("$source.obj")
  done
  x86_64-w64-mingw32-ar rcsD "$prefix/lib/lib$1.a" "${objects[@]}"
}

rm -rf "$work" && mkdir -p "$work" "$prefix/include" "$prefix/lib/pkgconfig" && cd "$work"
fetch
for name in $sources; do
  mv "$name"-*/ "$name"
done
with_cmake libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
with_cmake libwebp -DWEBP_BUILD_ANIM_UTILS=OFF -DWEBP_BUILD_CWEBP=OFF -DWEBP_BUILD_DWEBP=OFF \
  -DWEBP_BUILD_GIF2WEBP=OFF -DWEBP_BUILD_IMG2WEBP=OFF -DWEBP_BUILD_VWEBP=OFF -DWEBP_BUILD_WEBPINFO=OFF \
  -DWEBP_BUILD_WEBPMUX=OFF -DWEBP_BUILD_EXTRAS=OFF
# Without its assembler, which needs another compiler: the pixels are the same.
with_cmake libjpeg-turbo -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF
with_cmake libevent -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_MBEDTLS=ON \
  -DEVENT__DISABLE_TESTS=ON -DEVENT__DISABLE_SAMPLES=ON -DEVENT__DISABLE_BENCHMARK=ON \
  -DEVENT__DISABLE_REGRESS=ON
cp giflib/gif_lib.h "$prefix/include/"
archive gif giflib/{dgif_lib,egif_lib,gifalloc,gif_err,gif_hash,openbsd-reallocarray}.c
# Reading alone, from memory.
mkdir -p "$prefix/include/minizip"
cp minizip/{unzip,ioapi}.h "$prefix/include/minizip/"
archive minizip minizip/{unzip,ioapi}.c
cat >"$prefix/lib/pkgconfig/minizip.pc" <<TXT
Name: minizip
Description: ZIP archives
Version: 1.1
Cflags: -I$prefix/include/minizip
Libs: -L$prefix/lib -lminizip -lz
TXT
# Headers alone, of the packages for this machine.
cp -r /usr/include/CLI /usr/include/fmt "$prefix/include/"
mkdir -p "$prefix/lib/cmake/fmt"
cat >"$prefix/lib/cmake/fmt/fmt-config.cmake" <<TXT
add_library(fmt::fmt-header-only INTERFACE IMPORTED)
set_target_properties(fmt::fmt-header-only PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1
  INTERFACE_INCLUDE_DIRECTORIES $prefix/include)
TXT
rm -rf "$work"
sha256sum <"$here/libraries.sh" >"$prefix/made-by"
