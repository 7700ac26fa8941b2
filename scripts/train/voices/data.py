"""Makes the training data of a voice: flite's phones and parameter tracks, with pauses put right and a livelier melody.

    python data.py --program speak --corpus FOLDER --out FOLDER --lines N

Writes OUT/VOICE.npz: `phones` (index, stress, place, ending, frames; one row a phone), `first` (row at which each
utterance begins, one more than utterances), `pace`, `frames` float16 [sum, 32]: log F0, 25 cepstra, 5 strengths, voiced.
"""
import argparse
from pathlib import Path

import numpy as np

from phones import ENDINGS, FRAME, INDEX, VOICES
from records import Record, speak
from texts import lines

RANGE = 1.2  # flite's melody is flatter than a person's
FIRST_PAUSE, LAST_PAUSE, SENTENCE_PAUSE = (round(seconds / FRAME) for seconds in (0.06, 0.2, 0.42))
COMMA_STRETCH = 1.35


def melody(record: Record) -> np.ndarray:
    """Log F0 of every frame, carried on through what has no voice."""
    f0 = record.frames[:, 0]
    # Flite divides by nothing in a syllable of one frame.
    voiced = np.flatnonzero(np.isfinite(f0) & (f0 >= 50) & (f0 < 500))
    if len(voiced) == 0:
        raise ValueError("nothing voiced")
    log_f0 = np.interp(np.arange(len(f0)), voiced, np.log(f0[voiced]))
    middle = log_f0[voiced].mean()
    return middle + RANGE * (log_f0 - middle)


def utterance(record: Record, stretch: float) -> tuple[np.ndarray, np.ndarray]:
    """([phones, 5], [frames, 32]) of one record."""
    f0 = record.frames[:, 0]
    frames = np.concatenate([melody(record)[:, None], record.frames[:, 1:26], record.frames[:, 26:31].clip(0, 1),
                             (f0 != 0)[:, None]], 1)
    starts, rows, kept = np.concatenate([[0], record.ends[:-1]]), [], []
    last = len(record.names) - 1
    for i, name in enumerate(record.names):
        piece, ending = np.arange(starts[i], record.ends[i]), ENDINGS.get(record.marks[i], 0)
        if name == "pau":
            before = record.marks[i - 1] if i else ""
            name = "pau" if i in (0, last) else "pau." if before in ENDINGS else "pau,"
            wanted = (FIRST_PAUSE if i == 0 else LAST_PAUSE if i == last else SENTENCE_PAUSE) * stretch
            wanted = max(1, round(len(piece) * (COMMA_STRETCH if before else 1) if name == "pau," else wanted))
            # The edges of a pause belong to its neighbours: shorten or lengthen it in its middle.
            at = np.arange(wanted) * (len(piece) - 1) / max(1, wanted - 1)
            piece = piece[np.round(at).astype(int)]
            if i == 0:
                piece = np.arange(record.ends[0] - wanted, record.ends[0]).clip(0)
        if len(piece) == 0:
            raise ValueError("a phone of no length")
        rows.append([INDEX[name], record.stress[i], record.place[i], ending, len(piece)])
        kept.append(frames[piece])
    track = np.concatenate(kept).astype(np.float16)
    if not np.isfinite(track).all():
        raise ValueError("a frame that is not a number")
    return np.array(rows, np.int32), track


def collect(program: Path, voice: str, wanted: list[tuple[float, str]], out: Path) -> None:
    """Speaks and stores; a line in a hundred or so that cannot be used is passed over."""
    rows, tracks, pace, first = [], [], [], [0]
    for start in range(0, len(wanted), 100):
        batch = wanted[start : start + 100]
        records = speak(program, voice, batch)
        if len(records) != len(batch):
            continue
        for (stretch, _), record in zip(batch, records):
            try:
                row, track = utterance(record, stretch)
            except (ValueError, KeyError):
                continue
            rows.append(row), tracks.append(track), pace.append(1 / stretch)
            first.append(first[-1] + len(row))
    frames = np.concatenate(tracks)
    np.savez(out / f"{voice}.npz", phones=np.concatenate(rows), first=np.array(first), pace=np.array(pace), frames=frames)
    print(f"{voice}: {len(pace)} utterances, {len(frames) * FRAME / 3600:.2f} hours")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=5000)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for seed, (voice, _) in enumerate(VOICES):
        if not (options.out / f"{voice}.npz").exists():
            collect(options.program, voice, lines(options.corpus, options.lines, seed + 1), options.out)
