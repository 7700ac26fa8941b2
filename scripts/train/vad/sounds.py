"""Sounds that are no speech, made from formulas: noises that go on, and events that come and go.

Each maker takes a length in samples at 16 kHz and a numpy Generator, and returns float32 with a peak near 1.
"""
from collections.abc import Callable

import numpy as np

SAMPLE_RATE = 16000
Sound = Callable[[int, np.random.Generator], np.ndarray]


def shaped(noise: np.ndarray, gain: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """A sound whose spectrum is multiplied by `gain` of the frequency in hertz."""
    spectrum = np.fft.rfft(noise)
    return np.fft.irfft(spectrum * gain(np.fft.rfftfreq(len(noise), 1 / SAMPLE_RATE)), len(noise))


def peaked(sound: np.ndarray) -> np.ndarray:
    return (sound / max(float(np.abs(sound).max(initial=0)), 1e-6)).astype(np.float32)


def slow(length: int, rng: np.random.Generator, hertz: float) -> np.ndarray:
    """A curve around 0 with deviation 1 that changes about `hertz` times a second."""
    knots = rng.normal(size=max(4, int(length / SAMPLE_RATE * hertz) + 4))
    return np.interp(np.linspace(0, len(knots) - 1, length), np.arange(len(knots)), knots)


def band(low: float, high: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda f: 1 / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)


def coloured(length, rng):
    slope = rng.uniform(-2, 0.5)
    return shaped(rng.normal(size=length), lambda f: np.maximum(f, 20) ** (slope / 2))


def fan(length, rng):
    """A motor's hum and its harmonics in broad noise."""
    hertz, time = rng.uniform(30, 300), np.arange(length) / SAMPLE_RATE
    phase = 2 * np.pi * hertz * (time + 0.002 * np.cumsum(slow(length, rng, 1)) / SAMPLE_RATE)
    hum = sum(rng.uniform(0, 1) / k * np.sin(k * phase + rng.uniform(0, 6)) for k in range(1, rng.integers(3, 16)))
    return rng.uniform(0.2, 1) * hum + rng.uniform(0.3, 2) * coloured(length, rng)


def hum(length, rng):
    base, time = rng.choice([50, 60]) * (1 + rng.normal(0, 0.002)), np.arange(length) / SAMPLE_RATE
    mains = sum(rng.exponential(1 / k) * np.sin(2 * np.pi * base * k * time + rng.uniform(0, 6)) for k in range(1, 12))
    return mains + rng.uniform(0, 0.2) * rng.normal(size=length)


def wind(length, rng):
    return shaped(rng.normal(size=length), band(30, rng.uniform(150, 900))) * np.exp(0.8 * slow(length, rng, 1.5))


def rain(length, rng):
    drops = rng.normal(size=length) * (rng.random(length) < rng.uniform(0.002, 0.3)) * rng.exponential(size=length)
    return shaped(drops, band(rng.uniform(200, 1500), rng.uniform(3000, 8000)))


def engine(length, rng):
    """Puffs at a changing rate: motors, saws, helicopters."""
    rate = rng.uniform(8, 120) * np.exp(0.2 * slow(length, rng, 0.5))
    puffs = np.maximum(np.sin(2 * np.pi * np.cumsum(rate) / SAMPLE_RATE), 0) ** rng.uniform(1, 8)
    return shaped(rng.normal(size=length) * puffs + puffs, band(40, rng.uniform(300, 4000)))


def modulated(length, rng):
    """Noise in one band that swells at the rate of syllables, yet says nothing."""
    low = rng.uniform(100, 2500)
    sound = shaped(rng.normal(size=length), band(low, low * rng.uniform(1.3, 6)))
    return sound * np.exp(rng.uniform(0.3, 1.5) * slow(length, rng, rng.uniform(1, 10)))


def events(one: Sound, gap: tuple[float, float], floor: float = 0.3):
    """A maker that repeats one event at random, sometimes over a quiet noise."""
    def make(length, rng):
        out, at = np.zeros(length), int(rng.uniform(0, gap[1]) * SAMPLE_RATE)
        gain = 10 ** (rng.normal(0, 3, 1000) / 20)
        seconds = rng.uniform(*gap)
        for count in range(1000):
            sound = one(0, rng)[: max(0, length - at)]
            out[at : at + len(sound)] += sound * gain[count]
            at += int(seconds * rng.uniform(0.5, 1.6) * SAMPLE_RATE)
            if at >= length:
                break
        if rng.random() < floor:
            out += 10 ** (rng.uniform(-60, -20) / 20) * peaked(coloured(length, rng))
        return out
    return make


def burst(length, rng, low, high, attack, decay):
    """Filtered noise that rises in `attack` seconds and dies away in `decay`."""
    time = np.arange(int((attack + 5 * decay) * SAMPLE_RATE) + 64) / SAMPLE_RATE
    envelope = np.minimum(time / attack, 1) * np.exp(-np.maximum(time - attack, 0) / decay)
    return peaked(shaped(rng.normal(size=len(time)), band(low, high)) * envelope)


def click(_, rng):
    return burst(0, rng, rng.uniform(50, 3000), rng.uniform(3000, 8000), 0.0005, rng.uniform(0.0005, 0.01))


def keys(_, rng):
    """Typing: two to twelve key strokes, each a press and a release."""
    strokes = rng.integers(2, 12)
    out, at = np.zeros(int((strokes * 0.25 + 0.3) * SAMPLE_RATE)), 0
    low, high = rng.uniform(300, 2000), rng.uniform(2500, 7000)
    for _ in range(strokes):
        for gain, delay in ((1, 0), (rng.uniform(0.2, 0.7), rng.uniform(0.04, 0.12))):
            sound = burst(0, rng, low, high, 0.001, rng.uniform(0.003, 0.02)) * gain * rng.uniform(0.5, 1)
            start = at + int(delay * SAMPLE_RATE)
            out[start : start + len(sound)] += sound[: max(0, len(out) - start)]
        at += int(rng.uniform(0.06, 0.25) * SAMPLE_RATE)
    return out


def resonant(_, rng):
    """A struck thing: a knock, a glass, a bell."""
    decay = rng.choice([rng.uniform(0.01, 0.06), rng.uniform(0.1, 0.8)])
    time, base = np.arange(int(5 * decay * SAMPLE_RATE) + 64) / SAMPLE_RATE, np.exp(rng.uniform(4.4, 8.2))
    parts = sum(rng.random() * np.sin(2 * np.pi * base * ratio * time) * np.exp(-time * ratio**0.5 / decay)
                for ratio in np.cumprod(np.r_[1, rng.uniform(1.1, 2.2, 5)]) if base * ratio < 7900)
    return peaked(parts) + 0.5 * np.pad(click(0, rng), (0, len(time)))[: len(time)]


def knocks(_, rng):
    blows, sound = rng.integers(1, 6), resonant(0, rng)
    out = np.zeros(len(sound) + int(blows * 0.3 * SAMPLE_RATE))
    pace = rng.uniform(0.1, 0.28)
    for blow in range(blows):
        at = int(blow * pace * SAMPLE_RATE)
        out[at : at + len(sound)] += sound * rng.uniform(0.6, 1)
    return out


def breath(_, rng):
    seconds = rng.uniform(0.2, 1.5)
    length = int(seconds * SAMPLE_RATE)
    envelope = np.sin(np.pi * np.linspace(0, 1, length) ** rng.uniform(0.5, 2)) ** rng.uniform(1, 3)
    centre = rng.uniform(400, 2500)
    return peaked(shaped(rng.normal(size=length), band(centre / 2, centre * rng.uniform(1.5, 4))) * envelope)


def cough(_, rng):
    out = [burst(0, rng, rng.uniform(150, 500), rng.uniform(1500, 5000), rng.uniform(0.005, 0.03), rng.uniform(0.03, 0.09))
           for _ in range(rng.integers(1, 4))]
    return np.concatenate(out)


def beep(_, rng):
    """One or two steady tones: beeps, DTMF, dial and ring tones, alarms."""
    length = int(rng.choice([rng.uniform(0.05, 0.4), rng.uniform(0.4, 3)]) * SAMPLE_RATE)
    time = np.arange(length) / SAMPLE_RATE
    tones = rng.uniform(300, 1700, 2) if rng.random() < 0.3 else rng.uniform(100, 4000, rng.integers(1, 3))
    out = sum(np.sin(2 * np.pi * hertz * time) for hertz in tones)
    if rng.random() < 0.3:
        out = np.sign(out) * 0.5 + out * 0.2
    if rng.random() < 0.4:
        out = out * (1 + np.sign(np.sin(2 * np.pi * rng.uniform(4, 30) * time)))
    edge = np.clip(np.minimum(time, time[::-1]) / 0.005, 0, 1)
    return peaked(out * edge)


def chirp(_, rng):
    """A tone that moves: sirens, birds, whistles, toys."""
    length = int(rng.choice([rng.uniform(0.05, 0.3), rng.uniform(0.5, 3)]) * SAMPLE_RATE)
    time, base = np.arange(length) / SAMPLE_RATE, np.exp(rng.uniform(5.5, 8.5))
    rate, depth = rng.choice([rng.uniform(0.2, 4), rng.uniform(4, 40)]), rng.uniform(0.03, 0.6)
    shape = np.sin(2 * np.pi * rate * time + rng.uniform(0, 6)) if rng.random() < 0.6 else np.linspace(-1, 1, length) * rng.choice([-1, 1])
    phase = 2 * np.pi * np.cumsum(np.minimum(base * np.exp(depth * shape), 7500)) / SAMPLE_RATE
    out = np.sin(phase) + rng.uniform(0, 0.6) * np.sin(2 * phase) + rng.uniform(0, 0.4) * np.sin(3 * phase)
    return peaked(out * np.clip(np.minimum(time, time[::-1]) / 0.01, 0, 1))


def bark(_, rng):
    """A short harmonic cry with no syllable: dogs, geese, squeaking doors."""
    length = int(rng.uniform(0.08, 0.5) * SAMPLE_RATE)
    time = np.arange(length) / SAMPLE_RATE
    pitch = rng.uniform(200, 1100) * np.exp(rng.uniform(-0.5, 0.4) * np.sin(np.pi * time / time[-1]))
    phase = 2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE
    tones = sum(rng.uniform(0.2, 1) / k**0.5 * np.sin(k * phase) for k in range(1, 9) if k * pitch.max() < 7900)
    noise = rng.uniform(0.1, 1.5) * shaped(rng.normal(size=length), band(300, 4000))
    return peaked((tones + noise) * np.sin(np.pi * np.linspace(0, 1, length) ** 0.5))


def rustle(_, rng):
    length = int(rng.uniform(0.2, 2) * SAMPLE_RATE)
    envelope = np.exp(1.5 * slow(length, rng, rng.uniform(8, 40))) * np.sin(np.pi * np.linspace(0, 1, length))
    return peaked(shaped(rng.normal(size=length), band(rng.uniform(800, 3000), 8000)) * envelope)


NOISES: dict[str, Sound] = {"coloured": coloured, "fan": fan, "hum": hum, "wind": wind, "rain": rain, "engine": engine,
                            "modulated": modulated}
EVENTS: dict[str, Sound] = {
    "clicks": events(click, (0.1, 1.5)), "ticks": events(click, (0.2, 1.01)), "keyboard": events(keys, (0.5, 2)),
    "struck": events(resonant, (0.2, 1.5)), "knocks": events(knocks, (0.6, 2.5)), "breathing": events(breath, (0.8, 3)),
    "coughs": events(cough, (0.4, 2.5)), "beeps": events(beep, (0.2, 2)), "chirps": events(chirp, (0.15, 2)),
    "barks": events(bark, (0.3, 2)), "rustle": events(rustle, (0.5, 2.5)), "applause": events(click, (0.002, 0.02), 0),
}


def make(kind: str, seconds: float, rng: np.random.Generator) -> np.ndarray:
    return peaked((NOISES | EVENTS)[kind](int(seconds * SAMPLE_RATE), rng))
