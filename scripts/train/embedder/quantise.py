"""How the int8 graph stores and multiplies: the two strategies `graph.build` takes, and their exact fp32 counterparts."""
import numpy as np
from onnx import TensorProto

from graph import GraphBuilder, Linear

LEVELS = 127
SMOOTHING = 0.5
GELU_ZERO = 24  # GELU never falls below -0.17: 24 steps below zero are enough, 231 remain above
PAIR_LIMIT = 127  # see quantise_columns
TINY = 1e-9  # keeps the scale of an all-zero row above zero


def exact_linear(b: GraphBuilder, name: str, x: str, weight: np.ndarray, bias: np.ndarray) -> str:
    """An fp32 product."""
    return b.op("Add", b.op("MatMul", x, b.constant(f"{name}.weight", weight)), b.constant(f"{name}.bias", bias))


def exact_lookup(b: GraphBuilder, ids: str, table: np.ndarray) -> str:
    """An fp32 word table."""
    return b.op("Gather", b.constant("words", table), ids, axis=0)


def int8_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and one scale a row."""
    scale = np.maximum(np.abs(table).max(1, keepdims=True) / LEVELS, TINY).astype(np.float32)
    return np.round(table / scale).astype(np.int8), scale


def int8_lookup(b: GraphBuilder, ids: str, table: np.ndarray) -> str:
    """An int8 word table with one scale a word; only the rows asked for become floats."""
    levels, scale = int8_rows(table)
    words = b.constant("words", levels)
    rows = b.op("Cast", b.op("Gather", words, ids, axis=0), to=TensorProto.FLOAT)
    return b.op("Mul", rows, b.op("Gather", b.constant("words.scale", scale), ids, axis=0))


def quantise_columns(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 weights [in, out] and one scale a column, which no processor can overflow.

    x86 without VNNI adds two neighbouring uint8 x int8 products into a saturating int16. The usual remedy is 7-bit weights. Only the
    sum over one pair counts, though: 255 * 128 = 32,640 fits. So the scale bounds, for each pair of rows, the sum of its positive and
    the sum of its negative weights (127 before rounding, 128 after), which costs a fraction of the bit.
    """
    pairs = weight.reshape(-1, 2, weight.shape[1])
    above, below = np.maximum(pairs, 0).sum(1), np.maximum(-pairs, 0).sum(1)
    scale = (np.maximum(above, below).max(0) / PAIR_LIMIT).astype(np.float32)
    levels = np.clip(np.round(weight / scale), -LEVELS, LEVELS).astype(np.int8)
    wide = levels.astype(np.int64).reshape(pairs.shape)
    assert max(np.maximum(wide, 0).sum(1).max(), np.maximum(-wide, 0).sum(1).max()) <= 128
    return levels, scale


def int8_linear(ranges: dict[str, list[float]]) -> Linear:
    """Products in int8 with one input scale a token, so that a text's vector does not depend on its neighbours in the batch.

    `ranges`: for the products named in it, the largest magnitude of each input channel. A few channels are ten times the rest and would
    take the resolution of all; dividing the input by the root of range / weight range, and multiplying the weights by it, shares the
    burden (SmoothQuant, arXiv:2211.10438).
    """

    def linear(b: GraphBuilder, name: str, x: str, weight: np.ndarray, bias: np.ndarray) -> str:
        if name in ranges:
            seen, own = np.maximum(ranges[name], 1e-3), np.maximum(np.abs(weight).max(1), 1e-3)
            share = seen**SMOOTHING / own ** (1 - SMOOTHING)
            share = (share / np.exp(np.log(share).mean())).astype(np.float32)
            x = b.op("Mul", x, b.constant(f"{name}.smooth", 1 / share))
            weight = weight * share[:, None]
        levels, column = quantise_columns(weight)
        if name.endswith(".output.dense") and ".attention." not in name:
            zero = GELU_ZERO
            top = b.op("Mul", b.op("ReduceMax", x, axes=[-1], keepdims=1), b.scalar(1 / (255 - zero)))
            low = b.op("Mul", b.op("ReduceMin", x, axes=[-1], keepdims=1), b.scalar(-1 / zero))
            row = b.op("Max", top, low, b.scalar(TINY))
        else:
            zero = 128
            top = b.op("ReduceMax", b.op("Abs", x), axes=[-1], keepdims=1)
            row = b.op("Max", b.op("Mul", top, b.scalar(1 / LEVELS)), b.scalar(TINY))
        point = b.constant(f"zero_{zero}", np.array(zero, np.uint8))
        bytes_ = b.op("QuantizeLinear", b.op("Mul", x, b.op("Reciprocal", row)), b.scalar(1.0), point)
        product = b.op("MatMulInteger", bytes_, b.constant(f"{name}.weight", levels), point)
        scaled = b.op("Mul", b.op("Cast", product, to=TensorProto.FLOAT), b.constant(f"{name}.scale", column))
        return b.op("Add", b.op("Mul", scaled, row), b.constant(f"{name}.bias", bias))

    return linear
