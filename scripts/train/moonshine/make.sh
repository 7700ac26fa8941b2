#!/bin/sh
# Takes the second recogniser out of its maker's package: download, check, packing. Settings by environment:
#   WORK     where the result is  (default: ~/.cache/parley-train)
# With --smoke: into a new folder. The steps are the same, for nothing in them is long.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
out=${WORK:-$HOME/.cache/parley-train}/moonshine
if [ "${1:-}" = --smoke ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
mkdir -p "$out/export"
python3 -m pip download -q --no-deps --only-binary=:all: --platform manylinux_2_34_x86_64 --dest "$out/wheel" moonshine-voice==0.0.49
python3 "$here/take.py" --wheel "$out"/wheel/*.whl --out "$out/export"
