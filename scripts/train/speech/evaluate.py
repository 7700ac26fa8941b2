"""Word error rates of an exported recogniser, set by set, as a table.

    python evaluate.py --data FOLDER --model model.onnx [--language words.arpa] [--pocketsphinx] [--out figures.md]
"""
import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from data import Clips
from language import BeamSearch, Language
from model import SAMPLE_RATE, greedy
from wer import word_errors


def test_sets(data: Path, limit: int) -> dict[str, list[tuple[np.ndarray, str]]]:
    """(samples, words) of every clip by set: the test voices, the recordings, then people by where they come from."""
    sets: dict[str, list[tuple[np.ndarray, str]]] = {}
    for folder, pattern, kind in (("test", "voices-*.tsv", "voice"), ("test", "recordings-*.tsv", "recordings"),
                                  ("dev", "people-*.tsv", "people")):
        clips = Clips(data / folder, pattern)
        for i, row in enumerate(clips.rows):
            sets.setdefault(f"{kind} {row['source']}", []).append((clips.audio(i), row["text"]))
    return {name: clips[:: max(1, len(clips) // limit)] for name, clips in sets.items()}


class Recogniser:
    """An exported model, one thread; reads the best class of each frame, or searches with a language model."""

    def __init__(self, path: Path, search: BeamSearch | None = None):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.name = f"{path.parent.name}/{path.name}" + (", language model" if search else "")
        self._search = search
        self._session = onnxruntime.InferenceSession(path, options)

    def transcribe(self, samples: np.ndarray) -> str:
        wave = samples.astype(np.float32)[None] / 32768
        log_probs = self._session.run(None, {"input_values": wave})[0][0]
        return self._search.decode(log_probs) if self._search else greedy(torch.from_numpy(log_probs))


class PocketSphinx:
    """PocketSphinx with its own English models and default settings, remembering what it said in `memory`."""

    name = "pocketsphinx"

    def __init__(self, memory: Path):
        from pocketsphinx import Decoder

        self._decoder = Decoder(samprate=SAMPLE_RATE, loglevel="FATAL")
        self._memory = memory
        self._said: dict[str, str] = json.loads(memory.read_text()) if memory.exists() else {}

    def transcribe(self, samples: np.ndarray) -> str:
        key = f"{len(samples)}:{int(np.abs(samples.astype(np.int64)).sum())}"
        if key not in self._said:
            self._decoder.start_utt()
            self._decoder.process_raw(samples.tobytes(), no_search=False, full_utt=True)
            self._decoder.end_utt()
            hypothesis = self._decoder.hyp()
            self._said[key] = hypothesis.hypstr if hypothesis else ""
            if len(self._said) % 20 == 0:
                self.remember()
        return self._said[key]

    def remember(self) -> None:
        self._memory.write_text(json.dumps(self._said))


def table(sets: dict[str, list[tuple[np.ndarray, str]]], recognisers: list) -> str:
    """A Markdown table, a row a set, a column a recogniser, and the real-time factor of each at the foot."""
    rows = [["set", "clips", "words", *(recogniser.name for recogniser in recognisers)]]
    spent, heard = [0.0] * len(recognisers), 0.0
    for name, clips in sets.items():
        rows.append([name, str(len(clips)), str(sum(len(text.split()) for _, text in clips))])
        heard += sum(len(samples) for samples, _ in clips) / SAMPLE_RATE
        for column, recogniser in enumerate(recognisers):
            started = time.process_time()
            pairs = [(text, recogniser.transcribe(samples)) for samples, text in clips]
            spent[column] += time.process_time() - started
            rows[-1].append(f"{word_errors(pairs):.1%}")
        print(" | ".join(rows[-1]), flush=True)
    rows.append(["processor seconds a second of speech", "", "", *(f"{seconds / heard:.3f}" for seconds in spent)])
    rows.insert(1, ["---"] * len(rows[0]))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, action="append", required=True)
    parser.add_argument("--language", type=Path, help="an ARPA model: also decode by beam search with it")
    parser.add_argument("--pocketsphinx", action="store_true", help="also ask PocketSphinx (slow)")
    parser.add_argument("--limit", type=int, default=200, help="about this many clips a set at most")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    recognisers: list = [Recogniser(path) for path in args.model]
    if args.language:
        search = BeamSearch(Language(args.language))
        recognisers += [Recogniser(path, search) for path in args.model]
    if args.pocketsphinx:
        recognisers.append(PocketSphinx(args.data / "pocketsphinx.json"))
    figures = table(test_sets(args.data, args.limit), recognisers)
    if args.pocketsphinx:
        recognisers[-1].remember()
    print(figures)
    if args.out:
        args.out.write_text(figures)


if __name__ == "__main__":
    main()
