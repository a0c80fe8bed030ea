# SPDX-License-Identifier: MIT
# Sourced by ./dev: the tool for any Linux, and the packages for another machine.
# shellcheck shell=bash disable=SC2154

arm64_packages="libpng-dev libgif-dev libjpeg62-turbo-dev libwebp-dev zlib1g-dev libminizip-dev libevent-dev
  libhwy-dev libseccomp-dev libfmt-dev libcli11-dev"

# A root with the libraries of the other machine: build/arm64-root.
need_arm64() {
  need g++-aarch64-linux-gnu qemu-user-static
  local root=build/arm64-root made
  made=$(cat cmake/linux/packages.sh cmake/debian.sh <(echo "$arm64_packages") | sha256sum)
  [ "$(cat $root/made-by 2>/dev/null)" = "$made" ] && return
  say "taking the libraries for arm64"
  # shellcheck disable=SC2086
  cmake/linux/packages.sh arm64 $root $arm64_packages
  echo "$made" >$root/made-by
}

# The static tool with the viewer's page, for x64 or arm64.
build_linux() { # MACHINE
  # shellcheck disable=SC2086
  need $base_packages
  local preset=linux-static
  if [ "$1" = arm64 ]; then
    need_arm64
    preset=linux-arm64
  fi
  [ -f build/viewer/index.html ] || build_viewer
  say "building the tool for Linux ($1)"
  build $preset anmkit_tool anmkit_generated
}

# Of the build whose libraries are the system's, which their own packages keep up to date.
make_packages() {
  rm -f build/package/*.deb
  (cd build/package && cpack -G DEB)
}

build_package_arm64() {
  need_arm64
  say "building the packages for arm64"
  build package-arm64
}

make_packages_arm64() {
  local folder=build/package-arm64 depends
  depends=$(python3 -B cmake/linux/depends.py $folder/src/cli/anmkit build/arm64-root)
  rm -f $folder/*.deb
  (cd $folder && cpack -G DEB -D CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS=OFF \
    -D "CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS=$depends")
}

linux_folder() { # MACHINE
  [ "$1" = arm64 ] && echo build/linux-arm64 || echo build/linux-static
}

make_linux() { # MACHINE...
  local machine
  for machine in "$@"; do
    case $machine in x64 | arm64) ;; *)
      echo "linux: '$machine' is not a machine: expected x64 or arm64" >&2
      return 2
      ;;
    esac
    build_linux "$machine"
    python3 -B cmake/linux/archive.py "$machine" "$(linux_folder "$machine")" "$dist"
  done
}
