"""Turns the shipped graph back into a checkpoint that training can go on from: int8 levels times their scales, all else as it is.

    python reopen.py --model ../../../../models/guard-en/encoder.onnx --checkpoint shipped.pt
"""
import argparse
import math
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parent))
from model import HEADS, HIDDEN  # noqa: E402

PARTS = (
    ("joined", "attention.self"),
    ("merged", "attention.output.dense"),
    ("attention_norm", "attention.output.LayerNorm"),
    ("wide", "intermediate.dense"),
    ("narrow", "output.dense"),
    ("norm", "output.LayerNorm"),
)


def checkpoint_of(model: onnx.ModelProto) -> dict:
    """What `train.py` stores, of a graph that `export.py` has written."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    state = {"channels": tensors["channels"]}

    def linear(own: str, name: str) -> None:
        weight = tensors[f"{name}.weight"]
        if f"{name}.scale" in tensors:
            weight = weight.astype(np.float32) * tensors[f"{name}.scale"]
        state[f"{own}.weight"], state[f"{own}.bias"] = weight.T, tensors[f"{name}.bias"]

    layers = 0
    while f"encoder.layer.{layers}.attention.self.weight" in tensors:
        for own, name in PARTS:
            linear(f"layers.{layers}.{own}", f"encoder.layer.{layers}.{name}")
        # The graph has the 1/sqrt(width) of attention in the query.
        for kind in ("weight", "bias"):
            joined = state[f"layers.{layers}.joined.{kind}"].copy()
            joined[:HIDDEN] *= math.sqrt(HIDDEN // HEADS)
            state[f"layers.{layers}.joined.{kind}"] = joined
        layers += 1
    for name in ("attention", "inner", "outer"):
        linear(name, f"head.{name}")
    return {"layers": layers, "state": {name: torch.from_numpy(np.array(value)) for name, value in state.items()}}


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--model", type=Path, required=True)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    options = arguments.parse_args()
    torch.save(checkpoint_of(onnx.load(options.model)), options.checkpoint)
