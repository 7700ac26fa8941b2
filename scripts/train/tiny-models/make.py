"""Makes the tiny models: `python make.py OUT [NAME ...]`."""

import random
import sys
import time
from pathlib import Path

import numpy
import torch

import by_hand
import exported
from hub_layout import clear

MODELS = {
    'whisper': exported.whisper,
    'moonshine': exported.moonshine,
    'wav2vec2': exported.wav2vec2,
    'vits': exported.vits,
    'speecht5': by_hand.speecht5,
    'kokoro': by_hand.kokoro,
    'supertonic': by_hand.supertonic,
    'bert-embedder': exported.bert_embedder,
    'bert-classifier': exported.bert_classifier,
    'bert-tagger': exported.bert_tagger,
    'deberta-classifier': exported.deberta_classifier,
    'llama': exported.llama,
}


def main() -> None:
    folder = Path(sys.argv[1])
    for name in sys.argv[2:] or MODELS:
        started = time.perf_counter()
        random.seed(7)
        numpy.random.seed(7)
        torch.manual_seed(7)
        out = folder / 'tiny' / name
        clear(out)
        MODELS[name](out)
        size = sum(file.stat().st_size for file in out.rglob('*') if file.is_file())
        print(f'{name}: {size / 1000:.0f} kB in {time.perf_counter() - started:.0f} s', flush=True)


if __name__ == '__main__':
    main()
