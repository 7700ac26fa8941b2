#!/bin/sh
# Makes the voice activity detector from nothing: tools, speech, backgrounds, training, export, comparison. Run again, it
# goes on where it stopped. Settings by environment:
#   SHARED   folder with speech-train/, corpus/ and audio/      (default: shared/ beside the repository)
#   WORK     where speech, checkpoints and results are kept     (default: ~/.cache/parley-train)
#   MINUTES  training time on one thread, earlier runs included (default: 20)
# With --smoke: the same steps on a handful of clips, in a new folder, in under a minute.
set -eu
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
here=$(cd "$(dirname "$0")" && pwd)
SHARED=${SHARED:-$here/../../../../shared}
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv
stt=$WORK/stt
out=$WORK/vad
minutes=${MINUTES:-20}
hours=1 share=1 count=60
clips=
gently="nice -n 19"
if [ "${1:-}" = --smoke ]; then
  gently=
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  stt=$out/stt
  minutes=0.1 hours=0.01 share=0.01 count=2 clips=--limit=6
fi

missing=
for tool in espeak-ng flite fluidsynth; do command -v $tool > /dev/null || missing="$missing $tool"; done
if [ -n "$missing" ]; then
  apt-get install -y --no-install-recommends espeak-ng flite fluidsynth fluid-soundfont-gm timgm6mb-soundfont
fi
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/../speech/requirements.txt"
fi

run() { PYTHONWARNINGS=ignore $gently "$venv/bin/python" -u "$here/$@"; }
run ../speech/data.py people --speech "$SHARED/speech-train" --out "$stt/data" $clips
run ../speech/data.py voices --corpus "$SHARED/corpus" --out "$stt/data" --hours "$hours" $clips
run backgrounds.py --out "$out/backgrounds" --share "$share"
run train.py --speech "$stt/data/train" --backgrounds "$out/backgrounds" --out "$out/run" --minutes "$minutes"
run export.py --checkpoint "$out/run/last.pt" --out "$out/export"
run evaluate.py --dev "$stt/data/dev" --audio "$SHARED/audio" --model "$out/export/model.onnx" --count "$count" \
  --out "$out/export/figures.md"
