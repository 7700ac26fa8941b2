"""What the detector is judged on: places with exactly known times, real recordings, and sounds that are no speech.

Speech is of development speakers and of ../shared/audio, never trained on; music is of instruments and a sound font
that training never used, noises of seeds it never used.
"""
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import music
import sounds
from labels import CLEAN, HOP, SAMPLE_RATE, runs, speech_frames

sys.path.append(str(Path(__file__).parent.parent / "speech"))
from data import Clips  # noqa: E402
from voices import decode  # noqa: E402

FALCON = ((1.70, 3.90), (6.20, 11.10), (12.80, 18.00))
QUIETEST = -45.0  # dBFS of the speech in the quiet sets


@dataclass(frozen=True)
class Item:
    name: str
    samples: np.ndarray
    speech: tuple[tuple[float, float], ...]  # seconds, exactly known or told from the energy


def read(path: Path) -> np.ndarray:
    return decode(path.read_bytes()) / np.float32(32768)


def believed(name: str, samples: np.ndarray) -> Item:
    """Its speech told from its energy."""
    frames, _ = speech_frames(samples)
    return Item(name, samples, tuple((start / 100, end / 100) for start, end in runs(frames)))


def at_level(samples: np.ndarray, decibels: float) -> np.ndarray:
    """With its loud tenth at `decibels` below full scale, in 16 bits."""
    frames = samples[: len(samples) // HOP * HOP].reshape(-1, HOP)
    loud = np.percentile(np.sqrt((frames**2).mean(1)), 90) + 1e-9
    return (np.round(np.clip(samples / loud * 10 ** (decibels / 20), -1, 1) * 32767) / 32767).astype(np.float32)


def tight_pieces(clips: Clips, rng: np.random.Generator):
    """Endless (samples, frames) of whole phrases, 0.3 to 6 s, cut where their energy begins and ends."""
    while True:
        samples = clips.audio(int(rng.integers(len(clips.rows)))) / np.float32(32768)
        frames, contrast = speech_frames(samples)
        whole: list[list[int]] = []
        for start, end in runs(frames):
            if whole and start - whole[-1][1] < 30:
                whole[-1][1] = end
            else:
                whole.append([start, end])
        whole = [piece for piece in whole if 30 <= piece[1] - piece[0] <= 600]
        if contrast > CLEAN + 4 and whole:
            start, end = whole[int(rng.integers(len(whole)))]
            yield samples[start * HOP : end * HOP]


def placed(dev: Path, count: int, noise: str | None, ratio: float, level: float = -24) -> list[Item]:
    """Phrases of development speakers at exactly known times in silence or in a noise `ratio` dB below them."""
    rng, items = np.random.default_rng(7), []
    pieces = tight_pieces(Clips(dev, "people-*.tsv"), rng)
    for number in range(count):
        parts, times, at = [], [], 0
        for _ in range(3):
            gap, piece = int(rng.uniform(0.6, 2) * SAMPLE_RATE), next(pieces)
            piece = piece / (piece.std() + 1e-6)
            times.append(((at + gap) / SAMPLE_RATE, (at + gap + len(piece)) / SAMPLE_RATE))
            parts += [np.zeros(gap, np.float32), piece]
            at += gap + len(piece)
        samples = np.concatenate([*parts, np.zeros(int(rng.uniform(0.6, 2) * SAMPLE_RATE), np.float32)])
        if noise is not None:
            behind = background(noise, len(samples) / SAMPLE_RATE + 0.01, f"test {number}")[: len(samples)]
            samples = samples + behind / behind.std() * 10 ** (-ratio / 20)
        samples = np.clip(samples * 10 ** (level / 20), -1, 1)
        items.append(Item(f"{noise} {number}", (np.round(samples * 32767) / 32767).astype(np.float32), tuple(times)))
    return items


def background(kind: str, seconds: float, seed: str) -> np.ndarray:
    if kind in ("rendered", "synthesised"):
        return getattr(music, kind)(seconds, seed, kept_out=True)
    return sounds.make(kind, seconds, np.random.default_rng(list(seed.encode())))


def babble(dev: Path, seconds: float, voices: int, seed: int) -> np.ndarray:
    clips, rng = Clips(dev, "people-*.tsv"), np.random.default_rng(seed)
    out = np.zeros(int(seconds * SAMPLE_RATE), np.float32)
    for _ in range(voices):
        samples = clips.audio(int(rng.integers(len(clips.rows)))) / np.float32(32768)
        out += np.roll(np.resize(samples, len(out)), int(rng.integers(len(out)))) / (samples.std() + 1e-4)
    return out / voices


def with_speech(dev: Path, audio: Path, count: int) -> dict[str, list[Item]]:
    clips = Clips(dev, "people-*.tsv")
    people = [believed(row["speaker"], clips.audio(number) / np.float32(32768)) for number, row in enumerate(clips.rows)]
    people = people[:: max(1, len(people) // (2 * count))]
    recordings = {name: [believed(path.name, read(path)) for path in sorted((audio / name).glob("*.wav"))]
                  for name in ("english", "languages", "turns", "digits")}
    quiet = lambda items: [Item(item.name, at_level(item.samples, QUIETEST), item.speech) for item in items]
    alone = [Item(item.name, np.pad(item.samples, SAMPLE_RATE), tuple((a + 1, b + 1) for a, b in item.speech))
             for item in recordings["digits"]]
    return {
        "falcon, known times": [Item("falcon", read(audio / "speakers" / "falcon_3spk.wav"), FALCON)],
        "placed in silence": placed(dev, count, None, 0),
        "placed in white and pink noise, 20 dB": placed(dev, count, "coloured", 20),
        "placed in a fan's noise, 20 dB": placed(dev, count, "fan", 20),
        "placed in a fan's noise, 5 dB": placed(dev, count, "fan", 5),
        "placed in music, 10 dB": placed(dev, count, "rendered", 10),
        f"placed in silence, {QUIETEST:.0f} dBFS": placed(dev, count, None, 0, QUIETEST),
        "people, development speakers": people,
        f"people, {QUIETEST:.0f} dBFS": quiet(people),
        "silero_test.wav": [believed("silero_test", read(audio / "vad" / "silero_test.wav"))],
        **recordings,
        "digits with a second around": alone,
        f"turns, {QUIETEST:.0f} dBFS": quiet(recordings["turns"]),
    }


def without_speech(dev: Path, audio: Path, count: int) -> dict[str, list[Item]]:
    item = lambda name, samples, level=-20.0: Item(name, at_level(samples, level), ())
    rng, levels = np.random.default_rng(9), (-45.0, -20.0, -6.0)
    silence = [Item("zeros", np.zeros(10 * SAMPLE_RATE, np.float32), ()),
               Item("dither", (rng.integers(-1, 2, 10 * SAMPLE_RATE) / 32768).astype(np.float32), ())]
    return {
        "recorded noise": [Item(path.name, read(path), ()) for path in sorted((audio / "negative").glob("*.wav"))],
        "silence": silence,
        "noises": [item(kind, background(kind, 10, f"test {kind} {n}"), levels[n % 3]) for kind in sounds.NOISES for n in range(max(1, count // 6))],
        "events": [item(kind, background(kind, 10, f"test {kind} {n}"), levels[n % 3]) for kind in sounds.EVENTS for n in range(max(1, count // 10))],
        "music, instruments and font kept out": [item("rendered", background("rendered", 10, f"test {n}"), levels[n % 3]) for n in range(count)],
        "music, timbres kept out": [item("synthesised", background("synthesised", 10, f"test {n}"), levels[n % 3]) for n in range(count)],
        "eight voices at once": [item("babble", babble(dev, 10, 8, n)) for n in range(max(1, count // 6))],
    }
