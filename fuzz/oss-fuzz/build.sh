#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# Builds the fuzz targets with the compiler, flags and engine that OSS-Fuzz gives (CC, CXX, CXXFLAGS,
# LIB_FUZZING_ENGINE), into $OUT: programs, the libraries that they load, seeds, dictionaries and options.
# Run in the repository's root. Elsewhere: see CONTRIBUTING.md.
work=${WORK:-$(mktemp -d)}
cmake -S . -B "$work/anmkit" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DANMKIT_FUZZ=ON -DANMKIT_TESTS=OFF -DANMKIT_TOOL=ON -DANMKIT_JOIN=ON \
  -DANMKIT_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_INSTALL_RPATH='$ORIGIN/lib' -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON
ninja -C "$work/anmkit"

mkdir -p "$OUT/lib"
for program in "$work"/anmkit/fuzz/*_fuzz; do
  name=$(basename "$program" _fuzz)
  cp "$program" "$OUT/"
  # Where programs run there are none of the libraries that they were linked with.
  ldd "$program" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p' |
    grep -v '/\(libc\|libm\|libdl\|librt\|libpthread\|ld-linux[^/]*\)\.so' | xargs -r cp -Lt "$OUT/lib"
  [ ! -d "fuzz/corpus/$name" ] || zip -qj "$OUT/${name}_fuzz_seed_corpus.zip" "fuzz/corpus/$name"/*
  [ ! -f "fuzz/dictionaries/$name.dict" ] || cp "fuzz/dictionaries/$name.dict" "$OUT/${name}_fuzz.dict"
  [ ! -f "fuzz/$name.options" ] || cp "fuzz/$name.options" "$OUT/${name}_fuzz.options"
done
