#!/bin/sh
# Makes the speaker encoder from the published weights: environment, download, conversion. Settings by environment:
#   WORK     where the environment and the result are  (default: ~/.cache/parley-train)
# With --smoke: into a new folder. The steps are the same, for nothing in them is long.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv-speaker
out=$WORK/speaker
if [ "${1:-}" = --smoke ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/requirements.txt"
fi
mkdir -p "$out/export"
"$venv/bin/pip" download -q --no-deps --dest "$out/wheel" Resemblyzer==0.1.4
"$venv/bin/python" "$here/convert.py" --wheel "$out"/wheel/*.whl --out "$out/export"
