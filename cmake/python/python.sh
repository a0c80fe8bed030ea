# SPDX-License-Identifier: MIT
# Sourced by ./dev: the wheel of the Python package, and the Blender add-on that has the package inside.
# shellcheck shell=bash disable=SC2154

wheel_library=build/wheel/bindings/c/libanmkit.so.0

# The shared library with everything inside: it needs the C library of the system and nothing else.
build_wheel_library() {
  # shellcheck disable=SC2086
  need $base_packages dpkg-dev binutils
  local libraries=build/wheel-libraries
  if [ "$(cat $libraries/made-by 2>/dev/null)" != "$(sha256sum <cmake/python/libraries.sh)" ]; then
    say "building the image libraries of the wheel from Debian's sources"
    cmake/python/libraries.sh $libraries
  fi
  say "building the shared library of the wheel"
  build wheel anmkit_c
}

make_wheel() { # [FOLDER]
  build_wheel_library
  python3 -B cmake/python/wheel.py $wheel_library "${1:-$dist}"
}

# Each platform whose library is there: ./dev windows builds the one for Windows.
make_addon() { # [FOLDER]
  build_wheel_library
  python3 -B cmake/python/addon.py linux-x64 $wheel_library "${1:-$dist}"
  local dll=build/windows/bindings/c/anmkit.dll
  if [ -f $dll ]; then
    python3 -B cmake/python/addon.py windows-x64 $dll "${1:-$dist}"
  else
    echo "without the add-on for Windows: $dll does not exist (./dev windows)"
  fi
}

release_wheel() { make_wheel; }
release_addon() { make_addon; }

# The wheel in a new environment without a network, twice the same bytes, and the examples of the documentation.
test_wheel() {
  need python3-venv python3-numpy
  rm -rf build/wheel-test
  SOURCE_DATE_EPOCH=1700000000 make_wheel build/wheel-test
  SOURCE_DATE_EPOCH=1700000000 TZ=Asia/Tokyo python3 -B cmake/python/wheel.py $wheel_library build/wheel-test/again
  cmp build/wheel-test/*.whl build/wheel-test/again/*.whl
  /usr/bin/python3 -B tests/release/wheel_test.py build/wheel-test/*.whl .
}

# The add-on's zip in Blender, installed as a user would, with the library of the packages: `artifacts`
# tests the one of a release.
test_addon() {
  need blender python3-numpy
  local work=$PWD/build/addon-test
  rm -rf "$work"
  mkdir -p "$work/drawn"
  python3 -B examples/cs2/make_examples.py "$work/drawn"
  build package anmkit_c
  python3 -B cmake/python/addon.py linux-x64 build/package/bindings/c/libanmkit.so.0 "$work"
  BLENDER_USER_SCRIPTS=$work/scripts blender -b --factory-startup -noaudio --python-exit-code 1 \
    --python tests/blender/addon_test.py -- "$work"/anmkit-blender-*-linux-x64.zip . "$work"
}
