#!/bin/sh
# Makes every model that ships with Parley, one after the other: where speech is, the recogniser, its second and that of other languages,
# where turns end, the voices, their pronunciations, the embedder, the speaker encoder. Run again, each goes on where it stopped.
# Settings by environment:
#   SHARED   folder with speech-train/, corpus/ and audio/  (default: shared/ beside the repository)
#   WORK     where environments, data and results are kept  (default: ~/.cache/parley-train)
#   ONLY     some of them, such as ONLY="voices g2p"        (default: all)
# With --smoke: the same steps on a handful of clips and words, in new folders, in a few minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for recipe in ${ONLY:-vad speech moonshine whisper turns voices g2p embedder speaker}; do
  echo "== $recipe"
  sh "$here/$recipe/make.sh" "$@"
done
