"""The detector: waveform -> log-mel bands every 10 ms -> dilated convolutions every 20 ms -> speech or not every 10 ms.

It sees PAST_FRAMES back and FUTURE_FRAMES ahead, and nothing else, so that audio may be cut into overlapping chunks.
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

SAMPLE_RATE, WINDOW, HOP, MELS, WIDTH = 16000, 400, 160, 40, 64
LOWEST_HERTZ, HIGHEST_HERTZ, POWER_FLOOR = 60.0, 7800.0, 1e-6
BEFORE, BEHIND = (WINDOW - HOP) // 2, WINDOW - (WINDOW - HOP) // 2 - 1  # padding: frame i is centred on samples 160 i to 160 i + 160
KERNEL = 5
DILATIONS = (1, 2, 4, 8, 16, 32, 1, 2, 4)
AHEAD = (2, 2, 0, 0, 0, 0, 1, 1, 0)  # steps of 20 ms each layer looks ahead
FUTURE_FRAMES = 3 + 2 * sum(AHEAD) + 1  # beside the frame itself; the last one for half a window
PAST_FRAMES = 2 * ((KERNEL - 1) * sum(DILATIONS) - sum(AHEAD)) + 4


def mel_filters() -> torch.Tensor:
    """Triangular filters [MELS, WINDOW / 2 + 1], evenly spaced in mel."""
    low, high = (2595 * math.log10(1 + hertz / 700) for hertz in (LOWEST_HERTZ, HIGHEST_HERTZ))
    edges = 700 * (10 ** (torch.linspace(low, high, MELS + 2, dtype=torch.float64) / 2595) - 1)
    freqs = torch.linspace(0, SAMPLE_RATE / 2, WINDOW // 2 + 1, dtype=torch.float64)
    rising = (freqs - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - freqs) / (edges[2:] - edges[1:-1])[:, None]
    filters = torch.minimum(rising, falling).clamp(min=0)
    narrow = filters.sum(1) == 0
    filters[narrow, (edges[1:-1][narrow] / SAMPLE_RATE * WINDOW).round().long()] = 1
    return filters.float()


def fourier_kernels() -> torch.Tensor:
    """Hann-windowed cosines and sines as convolution kernels [WINDOW + 2, 1, WINDOW], so that ONNX needs no STFT."""
    angle = 2 * math.pi / WINDOW * torch.outer(torch.arange(WINDOW // 2 + 1.0), torch.arange(WINDOW * 1.0)).double()
    window = torch.hann_window(WINDOW, dtype=torch.float64)
    return (torch.cat([angle.cos(), angle.sin()]) * window).float()[:, None]


class Layer(nn.Module):
    """A depthwise convolution over time and one linear layer over channels, added to what came in."""

    def __init__(self, dilation: int, ahead: int):
        super().__init__()
        self.padding = (dilation * (KERNEL - 1) - ahead, ahead)
        self.depthwise = nn.Conv1d(WIDTH, WIDTH, KERNEL, dilation=dilation, groups=WIDTH, bias=False)
        self.norm1 = nn.BatchNorm1d(WIDTH)
        self.mix = nn.Conv1d(WIDTH, WIDTH, 1, bias=False)
        self.norm2 = nn.BatchNorm1d(WIDTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu(self.norm1(self.depthwise(F.pad(x, self.padding))))
        return F.relu(x + self.norm2(self.mix(y)))


class Detector(nn.Module):
    """[batch, samples] at 16 kHz, -1..1 -> log odds of speech [batch, frames], ceil(samples / 160) of them."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kernels", fourier_kernels(), persistent=False)
        self.register_buffer("filters", mel_filters(), persistent=False)
        self.stem = nn.Conv1d(MELS, WIDTH, 6, 2)
        self.norm = nn.BatchNorm1d(WIDTH)
        self.layers = nn.ModuleList(Layer(dilation, ahead) for dilation, ahead in zip(DILATIONS, AHEAD))
        self.widen = nn.Conv1d(WIDTH, WIDTH, 1)
        self.odds = nn.Conv1d(WIDTH, 2, 1)

    def log_mels(self, waveform: torch.Tensor) -> torch.Tensor:
        padded = F.pad(waveform, (BEFORE, BEHIND))
        if self.training or not torch.onnx.is_in_onnx_export():
            frames = padded.unfold(1, WINDOW, HOP) * torch.hann_window(WINDOW)
            power = torch.fft.rfft(frames).abs().square().transpose(1, 2)
        else:
            cosines, sines = F.conv1d(padded[:, None], self.kernels, stride=HOP).chunk(2, 1)
            power = cosines**2 + sines**2
        return (torch.log(torch.matmul(self.filters, power) + POWER_FLOOR) + 4) / 4

    def forward(self, waveform: torch.Tensor) -> torch.Tensor:
        mels = self.log_mels(waveform)
        x = F.relu(self.norm(self.stem(F.pad(mels, (2, 5)))))
        for layer in self.layers:
            x = layer(x)
        odds = self.odds(F.relu(self.widen(x))).transpose(1, 2).flatten(1)
        return odds[:, : mels.shape[2]]


class Probabilities(nn.Module):
    """What is shipped: [1, samples] -> probability of speech [1, frames]."""

    def __init__(self, detector: Detector):
        super().__init__()
        self.detector = detector

    def forward(self, waveform: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.detector(waveform))
