"""Builds the sentence embedder as one ONNX graph (opset 17) straight from the weights: tokens in, unit vectors out."""
import math
from typing import Callable

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from source import HEADS, HIDDEN, LAYERS, MAX_POSITIONS, NAME, NORM_EPSILON

OPSET = 17
IR_VERSION = 8


class GraphBuilder:
    """Collects nodes and constants; every call returns the name of the tensor it made."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, value: np.ndarray) -> str:
        """Stores `value` once under `name`."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def scalar(self, value: float) -> str:
        return self.constant(f"f_{value!r}", np.array(value, np.float32))

    def ints(self, *values: int) -> str:
        return self.constant("i_" + "_".join(map(str, values)), np.array(values, np.int64))

    def op(self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **attributes: object) -> str:
        """One node; with several outputs they are called NAME.0, NAME.1 and so on."""
        name = f"{kind}_{len(self.nodes)}"
        names = [name] if outputs == 1 else [f"{name}.{index}" for index in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=name, domain=domain, **attributes))
        return name


Linear = Callable[[GraphBuilder, str, str, np.ndarray, np.ndarray], str]
"""(builder, name, input [.., in], weight [in, out], bias [out]) -> output [.., out]"""
Lookup = Callable[[GraphBuilder, str, np.ndarray], str]
"""(builder, ids, table [words, width]) -> rows [.., width]"""


def _norm(b: GraphBuilder, x: str, weights: dict[str, np.ndarray], name: str) -> str:
    """Layer normalisation in single steps, which onnxruntime computes with vectors of numbers; its LayerNormalization, into which it
    also turns ReduceMean over Pow, takes twice as long."""
    gain, shift = (b.constant(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    centred = b.op("Sub", x, b.op("ReduceMean", x, axes=[-1], keepdims=1))
    variance = b.op("Mul", b.op("ReduceSumSquare", centred, axes=[-1], keepdims=1), b.scalar(1 / HIDDEN))
    deviation = b.op("Sqrt", b.op("Add", variance, b.scalar(NORM_EPSILON)))
    return b.op("Add", b.op("Mul", b.op("Div", centred, deviation), gain), shift)


def _first(b: GraphBuilder, x: str) -> str:
    """The state of the first token, [CLS], alone."""
    return b.op("Slice", x, b.ints(0), b.ints(1), b.ints(1))


def _attention(b: GraphBuilder, x: str, bias: str, weights: dict[str, np.ndarray], layer: str, linear: Linear, is_last: bool = False) -> str:
    """Self-attention with query, key and value in one product; the 1/sqrt(width) lies in the query weights. In the last layer only the
    first token asks, for only its state is used."""
    parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
    scale = [1 / math.sqrt(HIDDEN // HEADS), 1.0, 1.0]
    weight = np.concatenate([weights[f"{part}.weight"].T * np.float32(s) for part, s in zip(parts, scale)], axis=1)
    shift = np.concatenate([weights[f"{part}.bias"] * np.float32(s) for part, s in zip(parts, scale)])
    joined = linear(b, f"{layer}.attention.self", x, weight, shift)
    split = b.op("Split", joined, b.ints(HIDDEN, HIDDEN, HIDDEN), outputs=3, axis=-1)
    shape = b.ints(0, 0, HEADS, HIDDEN // HEADS)
    asking = [_first(b, f"{split}.0") if is_last else f"{split}.0", f"{split}.1", f"{split}.2"]
    query, key, value = (b.op("Reshape", part, shape) for part in asking)
    query, value = (b.op("Transpose", part, perm=[0, 2, 1, 3]) for part in (query, value))
    scores = b.op("MatMul", query, b.op("Transpose", key, perm=[0, 2, 3, 1]))
    odds = b.op("Softmax", b.op("Add", scores, bias), axis=-1)
    heads = b.op("Transpose", b.op("MatMul", odds, value), perm=[0, 2, 1, 3])
    merged = b.op("Reshape", heads, b.ints(0, 0, HIDDEN))
    dense = f"{layer}.attention.output.dense"
    return linear(b, dense, merged, weights[f"{dense}.weight"].T, weights[f"{dense}.bias"])


def _gelu(b: GraphBuilder, x: str) -> str:
    gate = b.op("Add", b.op("Erf", b.op("Div", x, b.scalar(math.sqrt(2)))), b.scalar(1.0))
    return b.op("Mul", b.op("Mul", x, gate), b.scalar(0.5))


def build(weights: dict[str, np.ndarray], linear: Linear, lookup: Lookup) -> onnx.ModelProto:
    """The whole model: a text's vector is the last state of its first token. `linear` and `lookup` decide how products and the word
    table are stored."""
    b = GraphBuilder()
    positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    length = b.op("Shape", "input_ids", start=1, end=2)
    place = b.op("Slice", b.constant("positions", positions), b.ints(0), length, b.ints(0))
    x = b.op("Add", lookup(b, "input_ids", weights["embeddings.word_embeddings.weight"]), place)
    x = _norm(b, x, weights, "embeddings.LayerNorm")
    mask = b.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden = b.op("Mul", b.op("Sub", b.scalar(1.0), mask), b.scalar(-1e9))
    bias = b.op("Unsqueeze", hidden, b.ints(1, 2))
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        is_last = number == LAYERS - 1
        attended = _attention(b, x, bias, weights, layer, linear, is_last)
        x = _first(b, x) if is_last else x
        x = _norm(b, b.op("Add", attended, x), weights, f"{layer}.attention.output.LayerNorm")
        inner, outer = f"{layer}.intermediate.dense", f"{layer}.output.dense"
        wide = _gelu(b, linear(b, inner, x, weights[f"{inner}.weight"].T, weights[f"{inner}.bias"]))
        narrow = linear(b, outer, wide, weights[f"{outer}.weight"].T, weights[f"{outer}.bias"])
        x = _norm(b, b.op("Add", narrow, x), weights, f"{layer}.output.LayerNorm")
    state = b.op("Squeeze", x, b.ints(1))
    # A row without tokens is no text: zeros rather than the vector of nothing.
    pooled = b.op("Mul", state, b.op("Slice", mask, b.ints(0), b.ints(1), b.ints(1)))
    size = b.op("Max", b.op("ReduceL2", pooled, axes=[1], keepdims=1), b.scalar(1e-12))
    b.nodes.append(helper.make_node("Div", [pooled, size], ["sentence_embedding"], name="unit_length"))
    tokens = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in ("input_ids", "attention_mask")]
    vectors = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", HIDDEN])
    graph = helper.make_graph(b.nodes, NAME, tokens, [vectors], list(b.constants.values()))
    domains = [helper.make_opsetid("", OPSET)]
    if any(node.domain == "com.microsoft" for node in b.nodes):
        domains.append(helper.make_opsetid("com.microsoft", 1))
    model = helper.make_model(graph, opset_imports=domains, ir_version=IR_VERSION, producer_name="parley")
    onnx.checker.check_model(model)
    return model


assert HIDDEN % HEADS == 0 and MAX_POSITIONS == 512
