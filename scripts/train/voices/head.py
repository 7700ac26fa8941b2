"""The vocoder at the end of the graph: mel-cepstra, F0, voicing and mixing strengths to a waveform.

Nothing in it is learned. Each 5 ms frame is a filter: the mel-cepstrum is the logarithm of a minimum-phase filter on a
warped frequency axis (Imai, "Cepstral analysis synthesis on the mel frequency scale", ICASSP 1983), so one matrix gives
its gain and another its phase at every bin of a discrete Fourier transform. The filter shapes a band-limited pulse train
(summed harmonics in closed form) and noise, mixed in five bands; overlapping frames are added up.
"""
import math

import numpy as np
import torch
from torch import nn

SAMPLE_RATE = 16000
HOP = 80
WINDOW = 2 * HOP
ORDER = 25
BANDS = 5
FFT = 512
NOISE_FRAMES = 256
TOP = 7400.0


def warped(alpha: float, bins: int) -> np.ndarray:
    """The frequency a first-order all-pass with `alpha` gives each of `bins` evenly spaced ones, 0 to pi."""
    omega = np.linspace(0, math.pi, bins)
    return omega + 2 * np.arctan2(alpha * np.sin(omega), 1 - alpha * np.cos(omega))


class Head(nn.Module):
    """Frames to samples; `constants` are those of the flite voices (scripts' speak --constants)."""

    def __init__(self, constants: dict, sharpness: float = 0.4, gain: float = 1.0, fft: int = FFT):
        super().__init__()
        bins = fft // 2 + 1
        angle = warped(constants["alpha"], bins)
        orders = np.arange(ORDER)[:, None]
        tensor = lambda array: torch.tensor(np.ascontiguousarray(array), dtype=torch.float32)
        self.register_buffer("log_gain", tensor(np.cos(orders * angle)))
        self.register_buffer("phase", tensor(-np.sin(orders * angle)))
        # What flite's post-filter does: raises every coefficient but the first two, then puts the energy back.
        lift = np.where(np.arange(ORDER) >= 2, 1 + sharpness, 1.0)
        self.register_buffer("lift", tensor(lift))
        filters = np.abs(np.fft.rfft(np.array(constants["filters"]), fft, axis=1))
        filters[:, 0] = 0
        self.register_buffer("bands", tensor(filters))
        self.register_buffer("whole", tensor(np.maximum(filters.sum(0), 1e-4)))
        time, frequency = np.arange(WINDOW), np.arange(bins)
        hann = 0.5 - 0.5 * np.cos(2 * math.pi * (time + 0.5) / WINDOW)
        turn = -2 * math.pi * np.outer(time, frequency) / fft
        analysis = np.concatenate([hann[:, None] * np.cos(turn), hann[:, None] * np.sin(turn)], 1)
        self.register_buffer("analysis", tensor(analysis.T[:, None]))
        weight = np.where((frequency == 0) | (frequency == fft // 2), 1.0, 2.0)[:, None] / fft
        back = 2 * math.pi * np.outer(frequency, np.arange(fft)) / fft
        self.register_buffer("synthesis", tensor(np.concatenate([weight * np.cos(back), -weight * np.sin(back)])[:, None]))
        noise = np.random.default_rng(1).standard_normal(HOP * NOISE_FRAMES)
        noise = np.concatenate([noise, noise[:HOP]])
        frames = np.stack([noise[i * HOP : i * HOP + WINDOW] for i in range(NOISE_FRAMES)])
        self.register_buffer("noise", tensor(frames @ analysis))
        self.register_buffer("ramp", tensor((np.arange(HOP) + 0.5) / HOP))
        self.gain, self.bins = gain, bins

    def pulses(self, f0: torch.Tensor) -> torch.Tensor:
        """[frames] Hz -> [frames x HOP] samples of a pulse train of unit power, every harmonic below TOP in cosine phase."""
        following = torch.cat([f0[1:], f0[-1:]])
        hertz = f0[:, None] + (following - f0)[:, None] * self.ramp
        # Turns at the start of each frame in double precision: minutes of speech must not wear the phase out.
        advance = (f0 + following).double() * (HOP / 2 / SAMPLE_RATE)
        start = torch.cumsum(advance, 0) - advance
        start = (start - torch.floor(start)).float()
        within = f0[:, None] * self.ramp + (following - f0)[:, None] * self.ramp * self.ramp / 2
        turns = start[:, None] + within * (HOP / SAMPLE_RATE)
        half = (turns - torch.floor(turns + 0.5)) * math.pi
        harmonics = TOP / hertz
        whole = torch.floor(harmonics)
        below = torch.sin(half)
        near = (torch.abs(below) < 1e-5).float()
        ratio = torch.sin((2 * whole + 1) * half) / (below + near) * (1 - near) + near * (2 * whole + 1)
        edge = (harmonics - whole) * 2 * torch.cos(2 * (whole + 1) * half)
        return ((ratio - 1 + edge) * torch.sqrt(hertz / SAMPLE_RATE)).reshape(-1)

    def forward(self, cepstrum: torch.Tensor, f0: torch.Tensor, voiced: torch.Tensor, strengths: torch.Tensor) -> torch.Tensor:
        """[T, 25], [T] Hz, [T] 0..1, [T, 5] 0..1 -> [1, T * HOP] samples."""
        sharp = cepstrum * self.lift
        energy = lambda c: torch.log(torch.mean(torch.exp(2 * (c @ self.log_gain)), -1, keepdim=True)) / 2
        log_gain = sharp @ self.log_gain + energy(cepstrum) - energy(sharp)
        gain, phase = torch.exp(log_gain), sharp @ self.phase
        train = torch.cat([torch.zeros(HOP // 2), self.pulses(f0), torch.zeros(HOP + HOP // 2)])
        pulse = torch.nn.functional.conv1d(train[None, None], self.analysis, stride=HOP)[0].T[: f0.shape[0]]
        noise = self.noise[torch.remainder(torch.arange(f0.shape[0]), NOISE_FRAMES)]
        # Pulse and noise share each bin without changing its power, whatever the mixture.
        share = torch.clamp((strengths @ self.bands) / self.whole, 0, 1) * voiced[:, None]
        power = self.whole / torch.sqrt(share * share + (1 - share) * (1 - share))
        shaped, rest = share * power, (1 - share) * power
        real = pulse[:, : self.bins] * shaped + noise[:, : self.bins] * rest
        imaginary = pulse[:, self.bins :] * shaped + noise[:, self.bins :] * rest
        cosine, sine = torch.cos(phase) * gain, torch.sin(phase) * gain
        spectrum = torch.cat([real * cosine - imaginary * sine, real * sine + imaginary * cosine], 1)
        wave = torch.nn.functional.conv_transpose1d(spectrum.T[None], self.synthesis, stride=HOP)[0, 0]
        return (wave[HOP // 2 : HOP // 2 + f0.shape[0] * HOP] * self.gain)[None]
