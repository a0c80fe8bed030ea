#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The binary interface of libanmkit.so.0: what programs that were compiled against include/anmkit.h rely on.
#   abi.sh FOLDER           compares it with libanmkit.abi; FOLDER is for what is made on the way
#   abi.sh --record FOLDER  writes libanmkit.abi anew
# The functions alone, with debug information; what they call stays undefined and is not looked at.
set -euo pipefail
record=no
if [ "${1:-}" = --record ]; then record=yes; shift; fi
out=${1:?usage: abi.sh [--record] FOLDER}
here=$(dirname "$0")
root=$here/../..
mkdir -p "$out"
g++ -std=c++23 -g -O0 -fPIC -shared -fvisibility=hidden -DANMKIT_BUILDING -I"$root/include" -I"$root/src" \
  -I"$root/bindings" -Wl,--version-script="$here/anmkit.map" -Wl,-soname,libanmkit.so.0 "$here"/*.cpp \
  -o "$out/libanmkit.so.0"
abidw --header-file "$root/include/anmkit.h" --drop-private-types --exported-interfaces-only \
  --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed "$out/libanmkit.so.0" >"$out/libanmkit.abi"
if [ $record = yes ]; then
  cp "$out/libanmkit.abi" "$here/libanmkit.abi"
  exit 0
fi
if ! abidiff --no-added-syms "$here/libanmkit.abi" "$out/libanmkit.abi"; then
  echo "include/anmkit.h: programs that were compiled before would break: keep what is there, or give the library" >&2
  echo "a new number (SOVERSION in bindings/c/CMakeLists.txt), say so in CHANGELOG.md, and run ./dev abi" >&2
  exit 1
fi
if ! abidiff "$here/libanmkit.abi" "$out/libanmkit.abi"; then
  echo "include/anmkit.h has new functions: ./dev abi records them" >&2
  exit 1
fi
