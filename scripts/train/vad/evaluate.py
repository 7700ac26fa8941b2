"""Compares detectors on the same sets and prints tables.

    python evaluate.py --dev FOLDER --audio FOLDER --model FILE [--count 60] [--out FILE]
"""
import argparse
import time
from pathlib import Path

import numpy as np

import detectors
import testsets
from stretches import speech_stretches

TOLERANCE = 0.1  # seconds


def covered(stretches, frames: int) -> np.ndarray:
    out = np.zeros(frames, bool)
    for start, end in stretches:
        out[round(start * 100) : round(end * 100)] = True
    return out


def edge_errors(items, found) -> np.ndarray:
    """Seconds from each true beginning and end to the nearest one found."""
    errors = []
    for item, stretches in zip(items, found):
        for side in (0, 1):
            edges = np.array([stretch[side] for stretch in stretches] or [np.inf])
            errors += [float(np.abs(edges - stretch[side]).min()) for stretch in item.speech]
    return np.array(errors)


def speech_row(items, found) -> list[str]:
    """Missed speech, clips lost whole, false share, edges within the tolerance, median and 95th percentile of edges."""
    missed = false = speech = rest = lost = 0
    for item, stretches in zip(items, found):
        frames = len(item.samples) // 160
        truth, heard = covered(item.speech, frames), covered(stretches, frames)
        missed += int((truth & ~heard).sum())
        false += int((~truth & heard).sum())
        speech += int(truth.sum())
        rest += int((~truth).sum())
        lost += not stretches
    row = [f"{100 * missed / max(1, speech):.2f} %", str(lost), f"{100 * false / max(1, rest):.1f} %"]
    exact = items[0].name == "falcon" or items[0].name.split()[-1].isdigit()
    if not exact:
        return [*row, "", ""]
    errors = edge_errors(items, found)
    return [*row, f"{100 * (errors <= TOLERANCE + 1e-9).mean():.1f} %", f"{1000 * np.median(errors):.0f} / {1000 * np.percentile(errors, 95):.0f}"]


def silent_row(items, found) -> list[str]:
    seconds = sum(len(item.samples) for item in items) / 16000
    false = sum(end - start for stretches in found for start, end in stretches)
    return [f"{sum(bool(stretches) for stretches in found)} of {len(items)}", f"{false / seconds * 60:.2f}"]


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--audio", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    compared = detectors.every(args.model)
    seconds = dict.fromkeys(compared, 0.0)
    heard = 0.0
    tables = []
    for sets, head, line in (
        (testsets.with_speech(args.dev, args.audio, args.count), ["missed", "lost", "false", "edges within 0.1 s", "median / p95 ms"], speech_row),
        (testsets.without_speech(args.dev, args.audio, args.count), ["clips with speech", "false s a minute"], silent_row),
    ):
        rows = []
        for name, items in sets.items():
            heard += sum(len(item.samples) for item in items) / 16000
            for detector, detect in compared.items():
                started = time.perf_counter()
                probabilities = [detect(item.samples) for item in items]
                seconds[detector] += time.perf_counter() - started
                rows.append([f"{name} ({len(items)})", detector, *line(items, [speech_stretches(p) for p in probabilities])])
        tables.append(table(["set (clips)", "detector", *head], rows))
    tables.append(table(["detector", "real-time factor, one thread"], [[name, f"{spent / heard:.5f}"] for name, spent in seconds.items()]))
    text = "\n".join(tables)
    print(text)
    if args.out:
        args.out.write_text(text)


if __name__ == "__main__":
    main()
