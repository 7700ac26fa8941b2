"""The recogniser: waveform -> log-mel bands -> two strided convolutions -> residual depthwise blocks -> letters.

One frame every 40 ms; class 0 is the CTC blank, class i + 1 is ALPHABET[i].
"""
import math
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

SAMPLE_RATE, WINDOW, N_FFT, HOP, MELS = 16000, 400, 512, 160, 64
ALPHABET = " abcdefghijklmnopqrstuvwxyz'"
LOWEST_HERTZ, HIGHEST_HERTZ, POWER_FLOOR, MEL_SCALE = 20.0, 7600.0, 1e-5, 4.0


def mel_filters() -> torch.Tensor:
    """Triangular filters [MELS, N_FFT / 2 + 1], evenly spaced in mel."""
    low, high = (2595 * math.log10(1 + hertz / 700) for hertz in (LOWEST_HERTZ, HIGHEST_HERTZ))
    edges = 700 * (10 ** (torch.linspace(low, high, MELS + 2, dtype=torch.float64) / 2595) - 1)
    freqs = torch.linspace(0, SAMPLE_RATE / 2, N_FFT // 2 + 1, dtype=torch.float64)
    rising = (freqs - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - freqs) / (edges[2:] - edges[1:-1])[:, None]
    return torch.minimum(rising, falling).clamp(min=0).float()


def fourier_kernels() -> torch.Tensor:
    """Hann-windowed cosines and sines as convolution kernels [N_FFT + 2, 1, WINDOW], so that ONNX needs no STFT."""
    angle = 2 * math.pi / N_FFT * torch.outer(torch.arange(N_FFT // 2 + 1.0), torch.arange(WINDOW * 1.0)).double()
    window = torch.hann_window(WINDOW, dtype=torch.float64)
    return (torch.cat([angle.cos(), angle.sin()]) * window).float()[:, None]


class Features(nn.Module):
    """[batch, samples] -> [batch, MELS, frames], each band less its mean over the clip, plus the usual spectrum.

    Taking away each band's own mean removes microphone and room; `profile`, the mean spectrum of the training data,
    puts back a constant so that the network always sees speech of the same shape.
    """

    def __init__(self):
        super().__init__()
        self.register_buffer("kernels", fourier_kernels(), persistent=False)
        self.register_buffer("filters", mel_filters(), persistent=False)
        self.register_buffer("profile", torch.zeros(MELS))

    def log_mels(self, waveform: torch.Tensor) -> torch.Tensor:
        padded = F.pad(waveform[:, None], (WINDOW // 2, WINDOW // 2))
        cosines, sines = F.conv1d(padded, self.kernels, stride=HOP).chunk(2, 1)
        return torch.log(torch.matmul(self.filters, cosines**2 + sines**2) + POWER_FLOOR)

    def forward(self, waveform: torch.Tensor, frames: torch.Tensor | None = None) -> torch.Tensor:
        """`frames` [batch] says how many frames of each clip are real; what lies behind them becomes zero."""
        mels = self.log_mels(waveform)
        if frames is None:
            mean, real = mels.mean(2, keepdim=True), 1.0
        else:
            real = (torch.arange(mels.shape[2]) < frames[:, None])[:, None].float()
            mean = (mels * real).sum(2, keepdim=True) / real.sum(2, keepdim=True)
        return (mels - mean + self.profile[:, None]) / MEL_SCALE * real


class Block(nn.Module):
    def __init__(self, width: int, kernel: int, expansion: int = 3):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = nn.LayerNorm(width)
        self.widen = nn.Linear(width, width * expansion)
        self.narrow = nn.Linear(width * expansion, width)
        self.gain = nn.Parameter(torch.full((width,), 0.1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.norm(self.depthwise(x.transpose(1, 2)).transpose(1, 2))
        return x + self.gain * self.narrow(F.silu(self.widen(y)))


class Network(nn.Module):
    """[batch, MELS, frames] -> log probabilities [batch, frames / 4, 29]."""

    def __init__(self, width: int = 256, layers: int = 12):
        super().__init__()
        self.stem1 = nn.Conv1d(MELS, width, 5, 2, 2)
        self.stem2 = nn.Conv1d(width, width, 5, 2, 2)
        self.blocks = nn.ModuleList(Block(width, 15 if i % 2 else 9) for i in range(layers))
        self.norm = nn.LayerNorm(width)
        self.letters = nn.Linear(width, len(ALPHABET) + 1)

    def forward(self, mels: torch.Tensor) -> torch.Tensor:
        x = F.silu(self.stem2(F.silu(self.stem1(mels)))).transpose(1, 2)
        for block in self.blocks:
            x = block(x)
        return self.letters(self.norm(x)).float().log_softmax(-1)


class Recogniser(nn.Module):
    """[batch, samples] at 16 kHz, -1..1 -> log probabilities [batch, frames, 29]."""

    def __init__(self):
        super().__init__()
        self.features = Features()
        self.network = Network()

    def forward(self, waveform: torch.Tensor) -> torch.Tensor:
        return self.network(self.features(waveform))


def frames_of(samples: torch.Tensor) -> torch.Tensor:
    """How many log-mel frames a clip of `samples` samples has."""
    return samples // HOP + 1


def outputs_of(frames: torch.Tensor) -> torch.Tensor:
    """How many output frames come from `frames` log-mel frames: two halvings, rounded up."""
    return (frames + 3) // 4


def encode(text: str) -> list[int]:
    return [ALPHABET.index(letter) + 1 for letter in text]


def greedy(log_probs: torch.Tensor) -> str:
    """The text of one clip [frames, 29]: best class a frame, repeats merged, blanks dropped."""
    classes = torch.unique_consecutive(log_probs.argmax(-1)).tolist()
    return " ".join("".join(ALPHABET[c - 1] for c in classes if c).split())


FIRST_VERSION_NAMES = {"c1": "stem1", "c2": "stem2", "bl": "blocks", "n": "norm", "o": "letters",
                       "dw": "depthwise", "a": "widen", "b": "narrow", "g": "gain"}


def load(path: Path) -> tuple[Recogniser, dict]:
    """A recogniser and the rest of its checkpoint. Also reads the bare weights of the first version."""
    saved, model = torch.load(path, weights_only=True), Recogniser()
    if "model" in saved:
        model.load_state_dict(saved["model"])
        return model, saved
    renamed = {".".join(FIRST_VERSION_NAMES.get(part, part) for part in name.split(".")): value
               for name, value in saved.items()}
    model.network.load_state_dict(renamed)
    return model, {}
