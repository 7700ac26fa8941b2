#!/bin/sh
# Makes the network of the English voices, with its vocoder, and their lexicon. Settings: see ../from-wheel.sh, and
#   SHARED   folder with corpus/             (default: shared/ beside the repository)
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
from_wheel voices hibari-tts==0.2.1 "compose.py lexicon.py" "$@"
