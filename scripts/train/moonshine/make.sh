#!/bin/sh
# Makes the second recogniser of the package of its maker: download, check, conversion. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
PLATFORM=manylinux2014_x86_64 from_wheel moonshine moonshine-cpp==0.1.4 convert.py "$@"
