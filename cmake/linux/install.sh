#!/bin/sh
# SPDX-License-Identifier: MIT
# Copies anmkit into FOLDER/bin and FOLDER/share, as a user or as root: ./install.sh [FOLDER]   (~/.local)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=${1:-${HOME:?expected a home folder, or ./install.sh FOLDER}/.local}
mkdir -p "$to" && cp -R "$here/bin" "$here/share" "$to/"
update-mime-database "$to/share/mime" 2>/dev/null || true
"$to/bin/anmkit" --version
case ":$PATH:" in *":$to/bin:"*) ;; *) echo "add $to/bin to PATH to run it as 'anmkit'" ;; esac
