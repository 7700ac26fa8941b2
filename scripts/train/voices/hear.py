"""The recognisers that judge a voice by writing down what it says."""
import json
from pathlib import Path

import numpy as np
import onnxruntime

SAMPLE_RATE = 16000
ALPHABET = " abcdefghijklmnopqrstuvwxyz'"


def one_thread(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options)


class PocketSphinx:
    """PocketSphinx with its own English models and default settings; remembers in `memory` what it has heard."""

    name = "pocketsphinx"

    def __init__(self, memory: Path | None = None):
        from pocketsphinx import Decoder

        self._decoder, self._memory = Decoder(samprate=SAMPLE_RATE, loglevel="FATAL"), memory
        self._said: dict[str, str] = json.loads(memory.read_text()) if memory and memory.exists() else {}

    def transcribe(self, samples: np.ndarray) -> str:
        """What int16 samples say, in lower case."""
        key = f"{len(samples)}:{int(np.abs(samples.astype(np.int64)).sum())}"
        if key not in self._said:
            self._decoder.start_utt()
            self._decoder.process_raw(samples.tobytes(), no_search=False, full_utt=True)
            self._decoder.end_utt()
            hypothesis = self._decoder.hyp()
            self._said[key] = hypothesis.hypstr if hypothesis else ""
        return self._said[key]

    def remember(self) -> None:
        if self._memory:
            self._memory.write_text(json.dumps(self._said))


class Ours:
    """The recogniser that ships with Parley, best class of each frame, no language model."""

    name = "stt-en, greedy"

    def __init__(self, path: Path):
        self._session = one_thread(path)

    def transcribe(self, samples: np.ndarray) -> str:
        """What int16 samples say, in lower case."""
        classes = self._session.run(None, {"input_values": samples.astype(np.float32)[None] / 32768})[0][0].argmax(-1)
        kept = classes[np.concatenate([[True], classes[1:] != classes[:-1]])]
        return " ".join("".join(ALPHABET[c - 1] for c in kept if c).split())

    def remember(self) -> None:
        pass


def distance(reference: list[str], hypothesis: list[str]) -> int:
    """The fewest insertions, deletions and replacements that turn one list into the other."""
    row = list(range(len(hypothesis) + 1))
    for i, word in enumerate(reference, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(hypothesis, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1]
