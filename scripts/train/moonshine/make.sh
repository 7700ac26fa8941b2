#!/bin/sh
# Takes the second recogniser out of its maker's package: download, check, packing. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
PLATFORM=manylinux_2_34_x86_64 from_wheel moonshine moonshine-voice==0.0.49 take.py "$@"
