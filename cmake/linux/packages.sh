#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Packages for another machine, unpacked with all that they depend on: packages.sh MACHINE FOLDER PACKAGE...
# FOLDER is a root for the compiler and for qemu. FOLDER/packages has the control files of each package.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
machine=$1
rm -rf "$2" && mkdir -p "$2/packages"
root=$(cd "$2" && pwd)
work=$root/work
mkdir -p "$work"
# shellcheck source=cmake/debian.sh
. "$here/../debian.sh"
debian_lists deb "$machine"
# Nothing runs in that root, so that packages of the base system are needed as libraries alone.
apt-get "${own[@]}" --no-install-recommends --download-only -y install "${@:3}" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  echo "expected packages of Debian for $machine: see that the mirror in /etc/apt has them" >&2
  exit 1
}
for file in "$work"/archives/*.deb; do
  name=$(dpkg-deb --field "$file" Package)
  dpkg-deb --extract "$file" "$root"
  dpkg-deb --control "$file" "$root/packages/$name"
done
# Links from the root lead to this root, wherever it is.
find "$root" -type l -lname '/*' | while read -r link; do
  ln -sfnr "$root$(readlink "$link")" "$link"
done
rm -rf "$work"
