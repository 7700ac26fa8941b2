"""Music made up at random: tunes over chords with bass and drums, played by our own synthesiser or by fluidsynth.

The instruments of KEPT_OUT_PROGRAMS, the timbres of KEPT_OUT_TIMBRES and the second sound font are for tests only.
"""
import random
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import soundfile

from sounds import SAMPLE_RATE, burst, peaked, resonant

SCALES = ((0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10), (0, 2, 4, 7, 9), (0, 2, 3, 5, 7, 9, 10), (0, 3, 5, 6, 7, 10))
TRAINING_FONT, TEST_FONT = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2"), Path("/usr/share/sounds/sf2/TimGM6mb.sf2")
KEPT_OUT_PROGRAMS = frozenset(range(3, 128, 6))  # 3 honky-tonk, 9 glockenspiel, 21 accordion, 27 clean guitar, 57 trombone ...
TIMBRES = ("plucked", "struck", "organ", "string", "brass", "flute", "lead", "vowel", "bell")
KEPT_OUT_TIMBRES = ("glide", "reed")
VOWELS = ((800, 1200, 2600), (400, 2000, 2700), (350, 800, 2500), (500, 900, 2500), (300, 2300, 3000))

Note = tuple[float, float, int, float]  # start and length in seconds, MIDI key, loudness 0..1


def song(chance: random.Random, seconds: float) -> tuple[list[list[Note]], list[Note]]:
    """(parts, drums): a melody, chords, an arpeggio and a bass, of which any may be missing, and drum strokes."""
    beat, scale, root = 60 / chance.uniform(55, 180), chance.choice(SCALES), chance.randint(36, 47)
    parts: list[list[Note]] = [[], [], [], []]
    drums: list[Note] = []
    playing = [chance.random() < share for share in (0.75, 0.65, 0.4, 0.55)]
    if not any(playing):
        playing[chance.randrange(3)] = True
    beating = chance.random() < 0.5
    pitch = lambda degree, octave: root + 12 * octave + 12 * (degree // len(scale)) + scale[degree % len(scale)]
    legato, steps = chance.uniform(0.4, 1.3), chance.choice((1, 1, 2, 2, 4))
    place, degree = 0.0, chance.randint(3, 8)
    while place < seconds:
        chord = chance.randrange(len(scale))
        if playing[1]:
            parts[1] += [(place, 4 * beat * legato, pitch(chord + third, 1), chance.uniform(0.4, 0.8)) for third in (0, 2, 4)]
        for step in range(4 * steps):
            now = place + step * beat / steps
            if playing[0] and chance.random() < 0.75:
                degree = max(-2, min(14, degree + chance.choice((-2, -1, -1, 0, 1, 1, 2, 4, -4))))
                parts[0].append((now, beat / steps * legato * chance.choice((1, 1, 2)), pitch(degree, 2), chance.uniform(0.5, 1)))
            if playing[2]:
                parts[2].append((now, beat / steps * legato, pitch(chord + (0, 2, 4, 7)[step % 4], 2), chance.uniform(0.3, 0.7)))
            if beating and chance.random() < 0.8:
                key = 36 if step % (2 * steps) == 0 else 38 if step % (2 * steps) == steps else chance.choice((42, 42, 46, 45, 49))
                drums.append((now, 0.2, key, chance.uniform(0.4, 1)))
        if playing[3]:
            parts[3] += [(place + quarter * beat, beat * legato, pitch(chord, 0), 0.8) for quarter in range(0, 4, chance.choice((1, 2, 4)))]
        place += 4 * beat
    return parts, drums


def tone(key: int, seconds: float, timbre: str, settings: dict, rng: np.random.Generator) -> np.ndarray:
    """One note of one of our own instruments."""
    hertz = 440 * 2 ** ((key - 69) / 12)
    held = timbre not in ("plucked", "struck", "bell")
    length = int((seconds + (0.1 if held else settings["ring"])) * SAMPLE_RATE)
    time = np.arange(length) / SAMPLE_RATE
    depth = settings["vibrato"] * np.minimum(time / 0.3, 1) if held else 0
    if timbre == "glide":
        depth = 0.02 + 0.3 * np.exp(-time / 0.08) * rng.choice([-1, 1])
    phase = 2 * np.pi * np.cumsum(hertz * (1 + depth * np.sin(2 * np.pi * settings["rate"] * time))) / SAMPLE_RATE
    if timbre in ("bell", "lead") and settings["frequency_modulation"]:
        index = settings["index"] * np.exp(-time * settings["fade"])
        out = np.sin(phase + index * np.sin(settings["ratio"] * phase))
    else:
        out = np.zeros(length)
        for k in range(1, min(settings["harmonics"], int(7800 / hertz)) + 1):
            strength = settings["spectrum"][k - 1]
            if timbre in ("vowel", "reed"):
                strength = sum(np.exp(-(((k * hertz - formant) / settings["width"]) ** 2)) for formant in settings["vowel"]) + 0.02
            stretch = (1 + settings["stiffness"] * k * k) ** 0.5
            fading = 1 if held else np.exp(-time * k * settings["fade"])
            out += strength * np.sin(k * stretch * phase) * fading
    attack = settings["attack"] if held else 0.003
    envelope = np.minimum(time / attack, 1) * np.clip((time[-1] - time) / 0.08, 0, 1)
    if not held:
        envelope *= np.exp(-time * settings["fade"])
    return out * envelope


def instrument(timbre: str, rng: np.random.Generator) -> dict:
    slope = rng.uniform(0.4, 2)
    spectrum = rng.uniform(0.3, 1, 24) / np.arange(1, 25) ** slope
    if rng.random() < 0.25:
        spectrum[1::2] *= 0.05
    quick = {"flute": (0.03, 0.12), "string": (0.05, 0.4), "vowel": (0.08, 0.5)}.get(timbre, (0.005, 0.06))
    return dict(spectrum=spectrum, harmonics=int(rng.integers(3, 24)) if timbre != "flute" else 4, ring=rng.uniform(0.1, 1.2),
                vibrato=rng.uniform(0, 0.02) * (rng.random() < 0.7), rate=rng.uniform(4, 7), index=rng.uniform(0.5, 6),
                ratio=rng.choice([0.5, 1, 1.41, 2, 3, 3.5]), fade=rng.uniform(0.8, 8), stiffness=rng.uniform(0, 6e-4),
                attack=rng.uniform(*quick), vowel=VOWELS[rng.integers(len(VOWELS))], width=rng.uniform(120, 300),
                frequency_modulation=rng.random() < 0.7)


def drum(key: int, rng: np.random.Generator) -> np.ndarray:
    if key == 36:
        time = np.arange(4000) / SAMPLE_RATE
        return np.sin(2 * np.pi * (50 * time - 6 * np.exp(-time * 30))) * np.exp(-time * 14)
    if key == 45:
        return resonant(0, rng)
    low, decay = {38: (300, 0.06), 42: (5000, 0.02), 46: (4500, 0.1), 49: (3000, 0.25)}[key]
    return burst(0, rng, low, 8000, 0.001, decay)


def synthesised(seconds: float, seed: str, kept_out: bool = False) -> np.ndarray:
    """A song by our own synthesiser."""
    chance, rng = random.Random(seed), np.random.default_rng(list(seed.encode()))
    parts, drums = song(chance, seconds)
    out = np.zeros(int((seconds + 4) * SAMPLE_RATE))
    for part in parts:
        timbre = chance.choice(KEPT_OUT_TIMBRES if kept_out else TIMBRES)
        settings, gain = instrument(timbre, rng), chance.uniform(0.3, 1)
        for start, length, key, loudness in part:
            note = tone(key, min(length, 4), timbre, settings, rng) * loudness * gain
            at = int(start * SAMPLE_RATE)
            note = note[: max(0, len(out) - at)]
            out[at : at + len(note)] += note
    for start, _, key, loudness in drums:
        sound, at = drum(key, rng) * loudness * 1.5, int(start * SAMPLE_RATE)
        sound = sound[: max(0, len(out) - at)]
        out[at : at + len(sound)] += sound
    return peaked(out[: int(seconds * SAMPLE_RATE)])


def variable_length(value: int) -> bytes:
    out = [value & 127]
    while value := value >> 7:
        out.append(value & 127 | 128)
    return bytes(reversed(out))


def midi(chance: random.Random, seconds: float, programs: list[int]) -> bytes:
    """A song as a standard MIDI file of format 0, 1000 ticks a second."""
    parts, drums = song(chance, seconds)
    moments: list[tuple[int, int, bytes]] = []
    for channel, part in [*enumerate(parts), (9, drums)]:
        if channel != 9:
            moments.append((0, 0, bytes((0xC0 | channel, chance.choice(programs)))))
        for start, length, key, loudness in part:
            moments.append((int(1000 * start), 2, bytes((0x90 | channel, key, int(40 + 87 * loudness)))))
            moments.append((int(1000 * (start + length)), 1, bytes((0x80 | channel, key, 0))))
    track, before = bytearray(b"\0\xff\x51\x03" + (500000).to_bytes(3, "big")), 0
    for tick, _, message in sorted(moments):
        track += variable_length(tick - before) + message
        before = tick
    track += b"\0\xff\x2f\0"
    return b"MThd\0\0\0\6\0\0\0\1\1\xf4MTrk" + len(track).to_bytes(4, "big") + bytes(track)


def rendered(seconds: float, seed: str, kept_out: bool = False) -> np.ndarray:
    """A song by a General MIDI sound font; kept-out ones use other instruments from another font."""
    chance = random.Random(seed)
    programs = [program for program in range(120) if (program in KEPT_OUT_PROGRAMS) == kept_out]
    with tempfile.TemporaryDirectory() as folder:
        tune, wave = Path(folder, "song.mid"), Path(folder, "song.wav")
        tune.write_bytes(midi(chance, seconds, programs))
        font = TEST_FONT if kept_out else TRAINING_FONT
        subprocess.run(["fluidsynth", "-niq", "-r", str(SAMPLE_RATE), "-F", wave, font, tune], check=True, capture_output=True)
        samples, _ = soundfile.read(wave, dtype="float32", always_2d=True)
    return peaked(samples.mean(1)[: int(seconds * SAMPLE_RATE)])
