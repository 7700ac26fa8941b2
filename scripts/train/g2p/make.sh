#!/bin/sh
# Makes the network for words that the lexicon of the English voices lacks, from nothing, and its figures. Settings:
#   SHARED   folder with corpus/                   (default: shared/ beside the repository)
#   WORK     where the environment and results are (default: ~/.cache/parley-train)
#   MINUTES  training time on one core             (default: 18)
#   PYTHON   a Python with torch and onnx          (default: one of its own, made in WORK)
#   OUT      where the results go                  (default: WORK/g2p, with --smoke a folder that is removed)
# With --smoke: the same steps on a few words, in a new folder, in under a minute.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
SHARED=${SHARED:-$here/../../../../shared}
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv
out=${OUT:-$WORK/g2p}
minutes=${MINUTES:-18}
few=
gently="nice -n 19"
if [ "${1:-}" = --smoke ]; then
  gently=
  if [ -z "${OUT:-}" ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
  fi
  minutes=0.2 few=--words=400
fi
command -v flite > /dev/null || apt-get install -y --no-install-recommends flite
if [ -z "${PYTHON:-}" ] && [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/../speech/requirements.txt"
fi
run() { PYTHONWARNINGS=ignore $gently "${PYTHON:-$venv/bin/python}" -u "$here/$@"; }
run train.py --dictionary "$SHARED/corpus/cmudict.dict" --out "$out" --minutes "$minutes" $few
