# SPDX-License-Identifier: MIT
# Sourced by ./dev: tests of what a release has.
# shellcheck shell=bash disable=SC2154

# The parts that take no compiler, twice: the same bytes, and what the texts promise.
test_release() {
  python3 -B tests/release/cheap_test.py .
  python3 -B tests/release/amalgamation_test.py .
}

# The library as other projects build it: two files with three compilers, FetchContent, vcpkg's port.
test_consumers() {
  need clang-19 g++-mingw-w64-x86-64-posix
  [ -x "$tool" ] || build release
  python3 -B tests/release/amalgamation_test.py . "$tool"
  python3 -B tests/release/consumers_test.py .
}

# Each file of a release in a root that has nothing else; those of the last ./dev release, or of a new one.
test_artifacts() {
  need qemu-user-static g++-aarch64-linux-gnu g++-mingw-w64-x86-64-posix lld-19 shared-mime-info libglib2.0-bin \
    man-db chromium wine wine64 blender python3-numpy python3-venv
  need_node
  [ -f "$dist/SHA256SUMS" ] || release
  python3 -B tests/release/artifacts_test.py "$dist"
}

# A release of this commit in two other folders, without compiler results of earlier runs.
test_reproduce() {
  python3 -B tests/release/reproduce_test.py .
}
