"""The same model as a plain NumPy forward pass in float64, one text at a time: the yardstick for the graphs. Slow on purpose."""
import math

import numpy as np

from source import HEADS, HIDDEN, LAYERS, NORM_EPSILON

_erf = np.vectorize(math.erf, otypes=[np.float64])


def _dense(x: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    return x @ weights[f"{name}.weight"].astype(np.float64).T + weights[f"{name}.bias"]


def _norm(x: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + NORM_EPSILON)
    return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def embed(weights: dict[str, np.ndarray], ids: list[int]) -> np.ndarray:
    """The unit vector [384] of one text given as token ids with [CLS] and [SEP]."""
    table = {name: weights[f"embeddings.{name}_embeddings.weight"].astype(np.float64) for name in ("word", "position", "token_type")}
    x = _norm(table["word"][ids] + table["position"][: len(ids)] + table["token_type"][0], weights, "embeddings.LayerNorm")
    width = HIDDEN // HEADS
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        query, key, value = (_dense(x, weights, f"{layer}.attention.self.{part}") for part in ("query", "key", "value"))
        heads = []
        for head in range(HEADS):
            part = slice(head * width, (head + 1) * width)
            scores = query[:, part] @ key[:, part].T / math.sqrt(width)
            odds = np.exp(scores - scores.max(-1, keepdims=True))
            heads.append(odds / odds.sum(-1, keepdims=True) @ value[:, part])
        attended = _dense(np.concatenate(heads, -1), weights, f"{layer}.attention.output.dense")
        x = _norm(x + attended, weights, f"{layer}.attention.output.LayerNorm")
        wide = _dense(x, weights, f"{layer}.intermediate.dense")
        wide = wide * 0.5 * (1 + _erf(wide / math.sqrt(2)))
        x = _norm(x + _dense(wide, weights, f"{layer}.output.dense"), weights, f"{layer}.output.LayerNorm")
    pooled = x[0]
    return pooled / np.linalg.norm(pooled)
