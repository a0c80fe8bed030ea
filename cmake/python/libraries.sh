#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Image libraries for the shared library of the wheel and the add-on, from Debian's source packages:
# libraries.sh FOLDER
# Debian's own archives cannot be linked into a shared library. FOLDER gets include/ and lib/, as a prefix for CMake.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
work=$prefix/work
sources="zlib libpng1.6 giflib libwebp libjpeg-turbo"

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

flags="-O2 -DNDEBUG -fPIC -ffile-prefix-map=$work=."

with_cmake() { # FOLDER OPTION...
  cmake -S "$1" -B "build-$1" -G Ninja -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=$flags" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR="$prefix/lib" -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache || true)" "${@:2}"
  ninja -C "build-$1" -j "${JOBS:-$(nproc)}" install
}

archive() { # NAME OPTION... SOURCE...
  local objects=() options=() source
  for source in "${@:2}"; do
    case $source in -*) options+=("$source"); continue ;; esac
    # shellcheck disable=SC2086
    gcc $flags "${options[@]}" -c "$source" -o "$source.o"
    objects+=("$source.o")
  done
  ar rcsD "$prefix/lib/lib$1.a" "${objects[@]}"
}

rm -rf "$work" && mkdir -p "$work" "$prefix/include" "$prefix/lib" && cd "$work"
fetch
for name in $sources; do
  mv "$name"-*/ "$name"
done
cp zlib/{zlib,zconf}.h giflib/gif_lib.h "$prefix/include/"
archive z -DHAVE_UNISTD_H zlib/{adler32,compress,crc32,deflate,gzclose,gzlib,gzread,gzwrite,infback,inffast,inflate}.c \
  zlib/{inftrees,trees,uncompr,zutil}.c
archive gif giflib/{dgif_lib,egif_lib,gifalloc,gif_err,gif_hash,openbsd-reallocarray}.c
with_cmake libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
with_cmake libwebp -DWEBP_BUILD_ANIM_UTILS=OFF -DWEBP_BUILD_CWEBP=OFF -DWEBP_BUILD_DWEBP=OFF \
  -DWEBP_BUILD_GIF2WEBP=OFF -DWEBP_BUILD_IMG2WEBP=OFF -DWEBP_BUILD_VWEBP=OFF -DWEBP_BUILD_WEBPINFO=OFF \
  -DWEBP_BUILD_WEBPMUX=OFF -DWEBP_BUILD_EXTRAS=OFF
# Without its assembler, which needs another compiler: the pixels are the same.
with_cmake libjpeg-turbo -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF
rm -rf "$work"
sha256sum <"$here/libraries.sh" >"$prefix/made-by"
