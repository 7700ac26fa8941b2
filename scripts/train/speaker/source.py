"""The original encoder: reads the weights out of the PyPI wheel `Resemblyzer` 0.1.4, without PyTorch, and refuses any other bytes."""
import io
import pickle
import sys
from collections import OrderedDict
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f"
CHECKPOINT = "resemblyzer/pretrained.pt"
MAGIC = 0x1950A86A20F9469CFC6C
TYPES = {"FloatStorage": np.dtype("<f4"), "LongStorage": np.dtype("<i8")}


class Checkpoint(pickle.Unpickler):
    """Reads the pickles of torch.save before version 1.6; of classes it knows only those that the weights need."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.parts: dict[str, tuple[np.dtype, list]] = {}

    def find_class(self, module: str, name: str) -> object:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda part, offset, shape, *_: self.tensor(part, offset, shape)
        if module == "torch" and name in TYPES:
            return TYPES[name]
        raise pickle.UnpicklingError(f"the checkpoint holds a {module}.{name}")

    def persistent_load(self, saved: tuple) -> str:
        _, kind, key, *_ = saved
        self.parts.setdefault(key, (kind, []))
        return key

    def tensor(self, key: str, offset: int, shape: tuple) -> list:
        """A place for the values, which follow behind the pickles."""
        place = [offset, shape, None]
        self.parts[key][1].append(place)
        return place


def read_checkpoint(content: bytes) -> dict[str, np.ndarray]:
    """The tensors of `model_state` by name."""
    file = io.BytesIO(content)
    if pickle.Unpickler(file).load() != MAGIC:
        raise SystemExit("the checkpoint is of another version of torch")
    pickle.Unpickler(file).load()
    pickle.Unpickler(file).load()
    checkpoint = Checkpoint(file)
    state = checkpoint.load()["model_state"]
    for key in pickle.Unpickler(file).load():
        kind, places = checkpoint.parts[key]
        size = int.from_bytes(file.read(8), "little")
        values = np.frombuffer(file.read(size * kind.itemsize), kind)
        for place in places:
            offset, shape, _ = place
            place[2] = values[offset : offset + int(np.prod(shape))].reshape(shape)
    return {name: values for name, (_, _, values) in state.items()}


def read_wheel(path: Path) -> dict[str, np.ndarray]:
    """Raises SystemExit when the wheel is not the one this conversion was measured on."""
    with checked_wheel(path, WHEEL_SHA256) as wheel:
        return read_checkpoint(wheel.read(CHECKPOINT))
