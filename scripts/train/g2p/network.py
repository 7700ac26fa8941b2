"""Letters to sounds: residual convolutions over the letters, three outputs a letter, read by CTC."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from sounds import LETTERS, SOUNDS

PER_LETTER = 3  # «x» in «exist» is two sounds, and CTC needs a blank between equal ones


class Block(nn.Module):
    def __init__(self, width: int, kernel: int = 5):
        super().__init__()
        self.conv = nn.Conv1d(width, width * 2, kernel, padding=kernel // 2)
        self.norm = nn.GroupNorm(1, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        value, gate = self.conv(self.norm(x)).chunk(2, 1)
        return x + F.dropout(value * torch.sigmoid(gate), 0.1, self.training)


class Network(nn.Module):
    """Letters int64 [batch, letters], 0 beyond the word -> log probabilities [batch, 3 * letters, 1 + sounds]."""

    def __init__(self, width: int = 160, layers: int = 5):
        super().__init__()
        self.embed = nn.Embedding(len(LETTERS) + 1, width, padding_idx=0)
        self.blocks = nn.ModuleList(Block(width) for _ in range(layers))
        self.out = nn.Conv1d(width, PER_LETTER * (len(SOUNDS) + 1), 1)

    def forward(self, letters: torch.Tensor) -> torch.Tensor:
        real = (letters > 0)[:, None].to(torch.float32)
        x = self.embed(letters).transpose(1, 2)
        for block in self.blocks:
            x = block(x) * real
        scores = self.out(x)
        batch, _, length = scores.shape
        scores = scores.reshape(batch, PER_LETTER, len(SOUNDS) + 1, length).permute(0, 3, 1, 2)
        return scores.reshape(batch, length * PER_LETTER, len(SOUNDS) + 1).log_softmax(-1)
