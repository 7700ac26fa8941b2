"""Distortions that make one recording sound like many: speed, room, microphone, noise, level, and hidden patches."""
import math

import torch
import torch.nn.functional as F

from model import MELS, SAMPLE_RATE

DISTORTED = 0.4  # share of clips that get a room, a band limit and noise
FASTEST, SLOWEST = 1.18, 0.84


def resampled(samples: torch.Tensor) -> torch.Tensor:
    """Speed and pitch changed together, as a tape would, for most clips."""
    if torch.rand(()) < 0.3:
        return samples
    factor = float(torch.empty(()).uniform_(SLOWEST, FASTEST))
    return F.interpolate(samples[None, None], size=int(len(samples) / factor), mode="linear", align_corners=False)[0, 0]


def room(length: int) -> torch.Tensor:
    """A synthetic impulse response: the direct sound and a tail of noise that decays over 0.1 to 0.7 s."""
    decay = float(torch.empty(()).uniform_(0.1, 0.7))
    time = torch.arange(min(length, int(decay * SAMPLE_RATE))) / SAMPLE_RATE
    response = torch.randn(len(time)) * torch.exp(-6.9 * time / decay)
    response[: int(torch.randint(8, 80, ()))] = 0
    response *= float(torch.empty(()).uniform_(0.1, 0.8)) / response.norm().clamp(min=1e-6)
    response[0] = 1
    return response


def microphone(freqs: torch.Tensor) -> torch.Tensor:
    """A gain for each frequency: a tilt, a rolled-off bottom, sometimes a telephone's missing top."""
    tilt, low = torch.empty(()).uniform_(-6, 6), torch.empty(()).uniform_(20, 250)
    gain = 10 ** (tilt / 20 * torch.log2(freqs.clamp(min=50) / 1000) / 3) / (1 + (low / freqs.clamp(min=1)) ** 4)
    if torch.rand(()) < 0.4:
        top = torch.empty(()).uniform_(3200, 7500)
        gain = gain / (1 + (freqs / top) ** 16)
    return gain


def distorted(waves: torch.Tensor) -> torch.Tensor:
    """Room, microphone, coloured noise and a little of another speaker, for waves [batch, samples]."""
    size = 2 ** math.ceil(math.log2(waves.shape[1]))
    size = size * 3 // 4 if waves.shape[1] <= size * 3 // 4 else size
    freqs = torch.fft.rfftfreq(size, 1 / SAMPLE_RATE)
    spectrum = torch.fft.rfft(waves, size)
    for clip in spectrum:
        clip *= microphone(freqs)
        if torch.rand(()) < 0.6:
            clip *= torch.fft.rfft(room(size), size)
    speech = torch.fft.irfft(spectrum, size)[:, : waves.shape[1]]
    power = speech.square().mean(1, keepdim=True)
    white = torch.randn(len(waves), size // 2 + 1, dtype=torch.cfloat)
    colour = freqs.clamp(min=30) ** torch.empty(len(waves), 1).uniform_(-1.2, 0)
    noise = torch.fft.irfft(white * colour, size)[:, : waves.shape[1]]
    others = torch.rand(len(waves), 1) < 0.15
    noise = torch.where(others, speech.roll(1, 0), noise)
    quieter = torch.empty(len(waves), 1).uniform_(5, 35)
    quieter = torch.where(others, quieter.clamp(10, 25), quieter)
    level = (power / noise.square().mean(1, keepdim=True).clamp(min=1e-12)).sqrt() * 10 ** (-quieter / 20)
    return speech + noise * level


def augmented(waves: torch.Tensor, strength: float) -> torch.Tensor:
    """Some of the waves distorted, every one at its own level with a trace of white noise. `strength` is 0 to 1."""
    waves = waves.clone()
    chosen = torch.rand(len(waves)) < DISTORTED * strength
    if chosen.any():
        waves[chosen] = distorted(waves[chosen])
    peak = waves.abs().amax(1, keepdim=True).clamp(min=1e-4)
    waves = waves / peak * 10 ** torch.empty(len(waves), 1).uniform_(-1.5, -0.02)
    return waves + torch.randn_like(waves) * 10 ** torch.empty(len(waves), 1).uniform_(-5, -3)


def masked(mels: torch.Tensor, strength: float) -> torch.Tensor:
    """SpecAugment for a share `strength` of the clips: two bands and, every two seconds, up to 0.25 s hidden."""
    mels, frames = mels.clone(), mels.shape[2]
    for clip in mels:
        if torch.rand(()) > strength:
            continue
        for _ in range(2):
            width = int(torch.randint(0, 11, ()))
            start = int(torch.randint(0, MELS - width, ()))
            clip[start : start + width] = 0
        for _ in range(1 + frames // 200):
            width = int(torch.randint(0, 25, ()))
            start = int(torch.randint(0, max(1, frames - width), ()))
            clip[:, start : start + width] = 0
    return mels


def stretched(mels: torch.Tensor, factor: float) -> torch.Tensor:
    """The whole batch slower or faster at the same pitch."""
    return F.interpolate(mels, size=round(mels.shape[2] * factor), mode="linear", align_corners=False)
