#!/bin/sh
# Counts where English sentences end, for models/turns-en. Settings by environment:
#   SHARED   folder with corpus/                     (default: shared/ beside the repository)
#   WORK     where the result is kept                (default: ~/.cache/parley-train)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
SHARED=${SHARED:-$here/../../../../shared}
out=${WORK:-$HOME/.cache/parley-train}/turns
mkdir -p "$out"
bun "$here/make.ts" --corpus "$SHARED/corpus" --out "$out/ends.txt"
