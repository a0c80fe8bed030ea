# SPDX-License-Identifier: MIT
# Packages of Debian for another machine, or their sources, taken without changing this system's lists.
# Sourced by scripts that set `work`, an empty folder.
# shellcheck shell=bash disable=SC2154

# Lists of this system's mirrors, asked for TYPE (deb, deb-src), in `own`: options of apt-get.
debian_lists() { # TYPE [MACHINE]
  local list
  mkdir -p "$work/lists/partial" "$work/parts" "$work/archives/partial"
  : >"$work/status"
  for list in /etc/apt/sources.list.d/*.sources; do
    # Lines that limit a list to some machines go.
    [ ! -f "$list" ] || sed "s/^Types:.*/Types: $1/; /^Architectures:/d" "$list" >"$work/parts/${list##*/}"
  done
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n "s/^deb /$1 /p" "$list" >"$work/parts/${list##*/}.list"
  done
  own=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts"
    -o "Dir::State::lists=$work/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
    -o APT::Sandbox::User=root)
  [ $# -lt 2 ] || own+=(-o "APT::Architecture=$2" -o "APT::Architectures=$2" -o "APT::Architectures::=$2"
    -o "Dir::State::status=$work/status" -o "Dir::Cache::archives=$work/archives")
  apt-get "${own[@]}" update
}
