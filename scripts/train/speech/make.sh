#!/bin/sh
# Makes the English recogniser from nothing: tools, speech, training, export, figures. Run again, it goes on where it
# stopped. Settings by environment:
#   SHARED   folder with speech-train/, corpus/ and audio/      (default: shared/ beside the repository)
#   WORK     where speech, checkpoints and results are kept     (default: ~/.cache/parley-train)
#   MINUTES  training time, earlier runs included               (default: 720)
#   HOURS    hours of synthesised speech                        (default: 30)
#   START    weights to begin from instead of from nothing
# With --smoke: the same steps on a handful of clips, in a new folder, in under two minutes.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
SHARED=${SHARED:-$here/../../../../shared}
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv
out=$WORK/stt
minutes=${MINUTES:-720}
hours=${HOURS:-30}
clips=
tests=400
gently="nice -n 19"
if [ "${1:-}" = --smoke ]; then
  gently=
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  minutes=0.2 hours=0.01 clips=--limit=6 tests=2
fi

missing=
for tool in espeak-ng flite text2wave; do command -v $tool > /dev/null || missing="$missing $tool"; done
if [ -n "$missing" ]; then
  apt-get install -y --no-install-recommends espeak-ng flite festival festvox-kdlpc16k
fi
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/requirements.txt"
fi

run() { PYTHONWARNINGS=ignore $gently "$venv/bin/python" -u "$here/$@"; }
run data.py people --speech "$SHARED/speech-train" --out "$out/data" $clips
run data.py voices --corpus "$SHARED/corpus" --out "$out/data" --hours "$hours" $clips
run testsets.py --corpus "$SHARED/corpus" --recordings "$SHARED/audio" --out "$out/data" --limit "$tests"
run train.py --data "$out/data" --out "$out/run" --minutes "$minutes" ${START:+--start "$START"}
run export.py --checkpoint "$out/run/last.pt" --out "$out/export"
run language.py --corpus "$SHARED/corpus" --speech "$SHARED/speech-train" --out "$out/language" ${clips:+--lines 2000}
run pack_language.py --arpa "$out/language/words.arpa" --lexicon "$SHARED/corpus/cmudict.dict" --out "$out/export/words.lm"
run evaluate.py --data "$out/data" --model "$out/export/model.onnx" --language "$out/language/words.arpa" \
  --limit "$tests" --out "$out/export/figures.md"
