#!/bin/sh
# Makes the network of the English voices: download, check, composition with the vocoder. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
from_wheel voices hibari-tts==0.2.1 compose.py "$@"
