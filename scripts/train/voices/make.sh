#!/bin/sh
# Makes the English voices from nothing: tools, speech, training, export, figures. Run again, it goes on where it stopped.
# Settings by environment:
#   SHARED   folder with corpus/                          (default: shared/ beside the repository)
#   WORK     where speech, checkpoints and results lie    (default: ~/.cache/parley-train)
#   MINUTES  training time, earlier runs included         (default: 45)
#   LINES    lines each voice speaks in training          (default: 5000, about six hours)
#   THREADS  of the training                              (default: 1)
#   STT      a recogniser that also judges                (default: models/stt-en/model.onnx)
# With --smoke: the same steps on a handful of lines, in a new folder, in under a minute.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
SHARED=${SHARED:-$here/../../../../shared}
WORK=${WORK:-$HOME/.cache/parley-train}
STT=${STT:-$here/../../../models/stt-en/model.onnx}
venv=$WORK/venv
out=$WORK/tts
minutes=${MINUTES:-45}
lines=${LINES:-5000}
tests=200
quick= ours=
gently="nice -n 19"
if [ "${1:-}" = --smoke ]; then
  gently=
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  minutes=0.05 lines=20 tests=1 quick=--quick ours=--ours
fi

missing=
for tool in espeak-ng flite gcc; do command -v $tool > /dev/null || missing=yes; done
[ -f /usr/include/flite/cst_cg.h ] || missing=yes
if [ -n "$missing" ]; then
  apt-get install -y --no-install-recommends espeak-ng flite flite1-dev gcc libc6-dev
fi
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/requirements.txt"
fi

mkdir -p "$out"
gcc -O2 -Wall -o "$out/speak" "$here/speak.c" -lflite_cmu_us_slt -lflite_cmu_us_rms -lflite_cmu_us_awb \
  -lflite_usenglish -lflite_cmulex -lflite -lm
"$out/speak" slt --constants > "$out/constants.json"

run() { PYTHONWARNINGS=ignore $gently "$venv/bin/python" -u "$here/$@"; }
run data.py --program "$out/speak" --corpus "$SHARED/corpus" --out "$out/data" --lines "$lines"
run train.py --data "$out/data" --out "$out/run" --minutes "$minutes" --threads "${THREADS:-1}"
run export.py --checkpoint "$out/run/last.pt" --constants "$out/constants.json" \
  --description "$here/../../../models/tts-en/voice.json" --out "$out/export" $quick
[ -f "$STT" ] || STT=
run evaluate.py --voice "$out/export/voice.onnx" --program "$out/speak" --corpus "$SHARED/corpus" --work "$out" \
  ${STT:+--stt "$STT"} --limit "$tests" $ours --out "$out/export/figures.md"
