"""Makes models/speaker/model.onnx from the wheel. The same wheel gives the same bytes.

    python convert.py --wheel WHEEL --out ../../../models/speaker
"""
import argparse
import hashlib
from pathlib import Path

from graph import build
from source import read_wheel

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True, help="folder for the model")
options = arguments.parse_args()
options.out.mkdir(parents=True, exist_ok=True)
content = build(read_wheel(options.wheel), half=True).SerializeToString(deterministic=True)
(options.out / "model.onnx").write_bytes(content)
print(f"model.onnx {len(content)} bytes sha256 {hashlib.sha256(content).hexdigest()}")
