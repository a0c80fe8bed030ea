# SPDX-License-Identifier: MIT
# Sourced by ./dev: everything that a release has, in dist/.
# shellcheck shell=bash disable=SC2154

# A further part is a function release_NAME that puts files into $dist, and its names in artifacts.py.
release_parts="source npm viewer linux packages windows wheel addon"

release_version() { sed -n 's/.*kVersion\[\] = "\([0-9.]*\)".*/\1/p' include/anmkit/anmkit.hpp; }

# The same bytes from the same commit, whenever and wherever.
release_environment() {
  export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
  umask 022
}

# Moves a file that is whole to where it is expected.
release_file() { # FILE NAME
  mkdir -p "$dist"
  cp "$1" "$dist/.$2.part"
  mv "$dist/.$2.part" "$dist/$2"
  echo "$dist/$2"
}

release_source() {
  local name
  name=anmkit-$(release_version)
  mkdir -p build
  git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"build/$name.tar.gz"
  release_file "build/$name.tar.gz" "$name.tar.gz"
}

# The npm package as a folder: the sources of bindings/js with the version and what was built.
npm_folder() {
  python3 -B cmake/release/npm.py bindings/js build/npm
}

release_npm() {
  build_wasm
  npm_folder
  local name
  name=anmkit-$(release_version).tgz
  (cd build && npm pack --silent ./npm >/dev/null)
  release_file "build/$name" "$name"
}

# The page in one file, without files of its own.
release_viewer() {
  build_viewer
  local name
  name=anmkit-viewer-$(release_version).html
  node viewer/demo_page.mjs build/viewer "build/$name" anmkit
  # The file is alone, and its licences ask to be with it.
  { echo '<!--' && python3 -B third-party/notices.py page && echo '-->'; } >>"build/$name"
  release_file "build/$name" "$name"
}

release_linux() { make_linux x64 arm64; }

release_packages() {
  [ -f build/viewer/index.html ] || build_viewer
  local folder file
  build package
  build_package_arm64
  make_packages
  make_packages_arm64
  for folder in build/package build/package-arm64; do
    for file in "$folder"/*.deb; do release_file "$file" "$(basename "$file")"; done
  done
}

release_windows() {
  local name
  name=anmkit-$(release_version)-windows-x64.zip
  ./dev windows
  [ "$dist" = dist ] || release_file "dist/$name" "$name"
}

# All parts, or those named; the notes, the bill of materials and the sums are of what is in dist/.
release() { # [PART...]
  local part chosen=("$@")
  [ $# -gt 0 ] || read -ra chosen <<<"$release_parts"
  for part in "${chosen[@]}"; do
    case " $release_parts " in *" $part "*) ;; *)
      echo "release: '$part' is not a part: expected $release_parts" >&2
      return 2
      ;;
    esac
  done
  if ! git rev-parse HEAD >/dev/null 2>&1; then
    echo "release: expected a clone of the repository, because its last commit gives the time and the sources" >&2
    return 1
  fi
  if ! git diff --quiet HEAD; then
    echo "release: these changes are not committed, and the sources would lack them: commit or stash them" >&2
    git status --short >&2
    return 1
  fi
  release_environment
  # What an earlier version left would be in the sums.
  [ $# -gt 0 ] || rm -rf "$dist"
  for part in "${chosen[@]}"; do
    say "release: $part"
    "release_$part"
  done
  say "release: notes, bill of materials, sums"
  python3 -B cmake/release/notes.py "$dist"
  python3 -B cmake/release/spdx.py "$dist"
  (cd "$dist" && find . -maxdepth 1 -type f ! -name SHA256SUMS ! -name '.*' -printf '%f\0' | sort -z |
    xargs -0 sha256sum >.SHA256SUMS.part && mv .SHA256SUMS.part SHA256SUMS)
  (cd "$dist" && ls -l && sha256sum --quiet -c SHA256SUMS)
}
