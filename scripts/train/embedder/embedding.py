"""Runs an embedder graph over texts the way Parley does: tokens cut to a limit, batches by length, padded to the longest."""
import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer


def session(model: bytes | str, threads: int = 0) -> ort.InferenceSession:
    """A CPU session; `threads` 0 lets onnxruntime choose."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def encode(tokenizer: Tokenizer, texts: list[str], limit: int) -> list[list[int]]:
    """Token ids with [CLS] and [SEP], at most `limit` of them a text."""
    tokenizer.enable_truncation(limit)
    return [encoding.ids for encoding in tokenizer.encode_batch(texts)]


def embed(model: ort.InferenceSession, ids: list[list[int]], batch: int) -> np.ndarray:
    """Unit vectors [texts, 384] in the order of `ids`."""
    vectors = np.zeros((len(ids), 384), np.float32)
    order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        tokens = np.zeros((len(chosen), max(len(ids[index]) for index in chosen)), np.int64)
        mask = np.zeros_like(tokens)
        for row, index in enumerate(chosen):
            tokens[row, : len(ids[index])] = ids[index]
            mask[row, : len(ids[index])] = 1
        vectors[chosen] = model.run(None, {"input_ids": tokens, "attention_mask": mask})[0]
    return vectors
