#!/bin/sh
# Makes the speaker encoder from the published weights: environment, download, conversion. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
from_wheel speaker Resemblyzer==0.1.4 convert.py "$@"
