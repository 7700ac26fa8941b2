"""Training mixtures: speech cut out of clean clips and placed at random, in front of backgrounds, rooms and microphones."""
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from labels import CLEAN, HOP, SAMPLE_RATE, runs, speech_frames
from sounds import shaped

sys.path.append(str(Path(__file__).parent.parent / "speech"))
from data import Clips  # noqa: E402

SECONDS = 8
SHORT = 0.25  # of the batches
SPOKEN = 0.7  # of the mixtures
PEOPLE = 0.8  # of the speech in training
MUSIC = 6.0  # times as often drawn as any other kind of background
TALKERS = 6  # from this many voices at once on, a background of voices is no speech


class Speech:
    """Clean clips with their labels, drawn by speaker."""

    def __init__(self, folder: Path, pattern: str):
        self.clips = Clips(folder, pattern)
        if not self.clips.rows:
            raise SystemExit(f"no speech like {pattern} in {folder}")
        self.by_speaker = defaultdict(list)
        for number, row in enumerate(self.clips.rows):
            self.by_speaker[row["speaker"]].append(number)
        self.speakers = sorted(self.by_speaker)
        sizes = np.sqrt([sum(self.clips.rows[n]["samples"] for n in self.by_speaker[s]) for s in self.speakers])
        self.chances = sizes / sizes.sum()
        self.labels: dict[int, tuple[np.ndarray, float]] = {}

    def any(self, rng: np.random.Generator) -> np.ndarray:
        speaker = self.speakers[rng.choice(len(self.speakers), p=self.chances)]
        return self.clips.audio(int(rng.choice(self.by_speaker[speaker]))) / np.float32(32768)

    def clean(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """(samples, label of each frame) of a clip that is quiet between its words."""
        while True:
            speaker = self.speakers[rng.choice(len(self.speakers), p=self.chances)]
            number = int(rng.choice(self.by_speaker[speaker]))
            samples = self.clips.audio(number) / np.float32(32768)
            if number not in self.labels:
                self.labels[number] = speech_frames(samples)
            frames, contrast = self.labels[number]
            if contrast > CLEAN and frames.any():
                return samples[: len(frames) * HOP], frames


def decibels(value: float) -> float:
    return 10 ** (value / 20)


class Mixer:
    def __init__(self, speech: Path, backgrounds: Path, seed: int):
        self.people, self.voices = Speech(speech, "people-*.tsv"), Speech(speech, "voices-*.tsv")
        self.backgrounds = Clips(backgrounds)
        self.kinds = defaultdict(list)
        for number, row in enumerate(self.backgrounds.rows):
            self.kinds[row["source"]].append(number)
        self.weights = {kind: MUSIC if kind in ("rendered", "synthesised") else 1.0 for kind in self.kinds}
        self.rng = np.random.default_rng(seed)

    def background(self, length: int) -> np.ndarray:
        """Any sound that is no speech, at a level of its own."""
        rng, kinds = self.rng, list(self.kinds)
        if rng.random() < 0.07:
            return self.babble(length)
        weights = np.array([self.weights[kind] for kind in kinds])
        kind = kinds[rng.choice(len(kinds), p=weights / weights.sum())]
        samples = self.backgrounds.audio(int(rng.choice(self.kinds[kind])))
        start = int(rng.integers(0, max(1, len(samples) - length)))
        piece = samples[start : start + length] / np.float32(32768)
        if rng.random() < 0.4:  # another speed is another pitch
            places = np.arange(length) * rng.uniform(0.75, 1.3)
            piece = np.interp(places % max(1, len(piece) - 1), np.arange(len(piece)), piece).astype(np.float32)
        piece = np.pad(piece, (0, length - len(piece)))
        if rng.random() < 0.25:  # begins or ends within the mixture
            edge = int(rng.integers(0, length))
            piece = piece.copy()
            piece[:edge] = 0
            if rng.random() < 0.5:
                piece = piece[::-1]
        return piece

    def babble(self, length: int) -> np.ndarray:
        out = np.zeros(length, np.float32)
        for _ in range(int(self.rng.integers(TALKERS, 16))):
            piece = np.resize(self.people.any(self.rng), length)
            out += np.roll(piece, int(self.rng.integers(length))) / (piece.std() + 1e-4)
        return out / 10

    def talk(self, length: int) -> tuple[np.ndarray, np.ndarray]:
        """Speech of one or several people in silence, and its labels."""
        rng, out, labels = self.rng, np.zeros(length, np.float32), np.zeros(length // HOP, bool)
        at = int(rng.choice([0, rng.uniform(0, 0.5), rng.uniform(0, 4)]) * 100)
        while at < len(labels) - 20:
            speech = self.people if rng.random() < PEOPLE else self.voices
            samples, frames = speech.clean(rng)
            stretches = runs(frames)
            first = int(rng.integers(len(stretches)))
            last = min(len(stretches), first + int(rng.choice([1, 2, 100])))
            start, end = stretches[first][0], stretches[last - 1][1]
            if rng.random() < 0.5:  # with the quiet around it
                start = max(0 if first == 0 else stretches[first - 1][1], start - int(rng.integers(0, 100)))
                end = min(len(frames) if last == len(stretches) else stretches[last][0], end + int(rng.integers(0, 100)))
            if rng.random() < 0.25:  # a part only, as of an interrupted or short word
                keep = int(rng.integers(20, 100))
                start = int(rng.integers(start, max(start + 1, end - keep)))
                end = min(end, start + keep)
            end = min(end, start + len(labels) - at)
            piece = samples[start * HOP : end * HOP].copy()
            fade = np.linspace(0, 1, 80, dtype=np.float32)
            piece[:80] *= fade
            piece[-80:] *= fade[::-1]
            level = samples[np.repeat(frames, HOP)].std() + 1e-5
            out[at * HOP : at * HOP + len(piece)] = piece / level * decibels(rng.normal(0, 3))
            labels[at : at + end - start] = frames[start:end]
            at += end - start + int(rng.choice([rng.uniform(10, 80), rng.uniform(50, 400)]))
        return out, labels

    def room(self, samples: np.ndarray, loudest_tail: float) -> np.ndarray:
        rng, decay = self.rng, self.rng.uniform(0.08, 0.7)
        response = rng.normal(size=int(decay * SAMPLE_RATE)) * np.exp(-6.9 * np.arange(int(decay * SAMPLE_RATE)) / decay / SAMPLE_RATE)
        response[: int(rng.integers(8, 80))] = 0
        response *= rng.uniform(0.05, loudest_tail) / (np.linalg.norm(response) + 1e-6)
        response[0] = 1
        size = len(samples) + len(response)
        return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)[: len(samples)]

    def microphone(self, samples: np.ndarray) -> np.ndarray:
        rng = self.rng
        tilt, low = rng.uniform(-6, 6), rng.uniform(20, 250)
        top = rng.uniform(3200, 7800) if rng.random() < 0.3 else 20000
        return shaped(samples, lambda f: 10 ** (tilt / 20 * np.log2(np.maximum(f, 50) / 1000) / 3)
                      / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / top) ** 16))

    def example(self) -> tuple[np.ndarray, np.ndarray]:
        """(samples, labels) of SECONDS at a random level."""
        rng, length = self.rng, SECONDS * SAMPLE_RATE
        labels = np.zeros(length // HOP, bool)
        scene = np.zeros(length, np.float32)
        if rng.random() < SPOKEN:
            scene, labels = self.talk(length)
            if rng.random() < 0.4:
                scene = self.room(scene, 0.6)
            if rng.random() < 0.8:
                behind = self.background(length)
                if rng.random() < 0.25:
                    behind = behind + self.background(length) * decibels(rng.uniform(-20, 5))
                loudness = np.sqrt((behind**2).mean()) + 1e-4
                scene = scene + behind / loudness * decibels(-rng.triangular(-5, 15, 45))
        else:
            scene = self.background(length)
            if rng.random() < 0.3:
                scene = scene + self.background(length) * decibels(rng.uniform(-20, 5))
            if rng.random() < 0.3:
                scene = self.room(scene, 0.8)
            scene = scene / (np.sqrt((scene**2).mean()) + 1e-4)
        if rng.random() < 0.6:
            scene = self.microphone(scene)
        scene = scene * decibels(rng.uniform(-50, -12))
        if rng.random() < 0.5:  # hiss of the recording itself
            scene = scene + decibels(rng.uniform(-90, -55)) * rng.normal(size=length)
        if rng.random() < 0.05:
            scene = scene * decibels(rng.uniform(6, 24))
        if rng.random() < 0.7:
            scene = np.round(scene * 32767) / 32767
        return np.clip(scene, -1, 1).astype(np.float32), labels

    def batch(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """`size` examples of one length, often shorter than SECONDS, so that clips that begin or end in speech are known."""
        waves, labels = (np.stack(arrays) for arrays in zip(*(self.example() for _ in range(size))))
        if self.rng.random() < SHORT:
            frames = int(self.rng.triangular(20, 20, 400))
            starts = self.rng.integers(0, SECONDS * 100 - frames, size)
            waves = np.stack([wave[start * HOP : (start + frames) * HOP] for wave, start in zip(waves, starts)])
            labels = np.stack([label[start : start + frames] for label, start in zip(labels, starts)])
        return waves, labels
