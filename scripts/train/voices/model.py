"""The network: phones to durations, phones and durations to frames.

Encoder at the pace of phones (convolutions, then a recurrence in both directions, so that a phone knows how its phrase
ends), durations from it, decoder at 10 ms that answers with two 5 ms frames.
"""
import torch
from torch import nn

from head import BANDS, ORDER
from phones import PHONES, VOICES

# Log F0, cepstra, strengths, voicing.
FEATURES = 1 + ORDER + BANDS + 1
PLACES = 8
ENDINGS = 4
POSITION = 8


class Residual(nn.Module):
    """x + a wide convolution, a rectifier and a linear layer that begins at nothing."""

    def __init__(self, channels: int, width: int = 3):
        super().__init__()
        self.wide = nn.Conv1d(channels, channels, width, padding=width // 2)
        self.back = nn.Conv1d(channels, channels, 1)
        nn.init.zeros_(self.back.weight)
        nn.init.zeros_(self.back.bias)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return (x + self.back(torch.relu(self.wide(x)))) * mask


class Voices(nn.Module):
    """`size` channels; `mean` and `deviation` [FEATURES] put the frames on a common scale and are kept with the weights."""

    def __init__(self, size: int = 192):
        super().__init__()
        self.phone = nn.Embedding(len(PHONES), size)
        self.stress = nn.Embedding(2, size)
        self.place = nn.Embedding(PLACES, size)
        self.ending = nn.Embedding(ENDINGS, size)
        self.voice = nn.Embedding(len(VOICES), size)
        self.near = nn.ModuleList(Residual(size, 5) for _ in range(3))
        self.far = nn.GRU(size, size // 2, batch_first=True, bidirectional=True)
        self.length = nn.ModuleList(Residual(size, 3) for _ in range(1))
        self.log_frames = nn.Conv1d(size, 1, 1)
        self.position = nn.Conv1d(2 * POSITION, size, 1)
        self.enter = nn.Conv1d(size, size, 1)
        self.frame = nn.ModuleList(Residual(size, width) for width in (5, 3, 3, 3, 3))
        self.leave = nn.Conv1d(size, 2 * FEATURES, 1)
        self.register_buffer("mean", torch.zeros(FEATURES))
        self.register_buffer("deviation", torch.ones(FEATURES))
        self.register_buffer("log_frames_mean", torch.tensor(2.8))

    def encode(self, phones, stress, place, ending, voice, lengths=None):
        """[B, N] each, voice [B] -> [B, size, N]; `lengths` [B] where rows are padded."""
        x = self.phone(phones) + self.stress(stress) + self.place(place) + self.ending(ending)
        x = (x + self.voice(voice)[:, None]).transpose(1, 2)
        mask = torch.ones_like(x[:, :1])
        if lengths is not None:
            mask = (torch.arange(x.shape[2])[None] < lengths[:, None]).to(x.dtype)[:, None]
            x = x * mask
        for block in self.near:
            x = block(x, mask)
        along = x.transpose(1, 2)
        if lengths is None:
            around = self.far(along)[0]
        else:
            packed = nn.utils.rnn.pack_padded_sequence(along, lengths, batch_first=True, enforce_sorted=False)
            around = nn.utils.rnn.pad_packed_sequence(self.far(packed)[0], batch_first=True, total_length=x.shape[2])[0]
        return x + around.transpose(1, 2), mask

    def durations(self, encoded, mask):
        """[B, N] logarithm of the frames of each phone at pace 1."""
        for block in self.length:
            encoded = block(encoded, mask)
        return self.log_frames(encoded)[:, 0] + self.log_frames_mean

    def decode(self, encoded, index, position, mask):
        """Frames [B, 2U, FEATURES] on the common scale; `index` [B, 2U] phone of each, `position` [B, 2U, POSITION]."""
        batch, frames = index.shape
        at = encoded.transpose(1, 2).gather(1, index[:, :, None].expand(-1, -1, encoded.shape[1]))
        pairs = at.reshape(batch, frames // 2, 2, -1).sum(2).transpose(1, 2) / 2
        x = self.enter(pairs) + self.position(position.reshape(batch, frames // 2, -1).transpose(1, 2))
        x = x * mask
        for block in self.frame:
            x = block(x, mask)
        return self.leave(x).transpose(1, 2).reshape(batch, frames, FEATURES)


def positions(passed: torch.Tensor, frames: torch.Tensor, pace: torch.Tensor) -> torch.Tensor:
    """[..., POSITION]: where a frame lies in its phone; frames passed since its start, frames it has, pace (all float)."""
    share = (passed + 0.5) / frames
    left = frames - passed
    near = lambda count: torch.clamp(count, max=16.0) / 16
    return torch.stack([share, torch.sin(torch.pi * share), torch.cos(torch.pi * share), torch.cos(2 * torch.pi * share),
                        near(passed), near(left), torch.log(frames) / 3, torch.log(pace) + torch.zeros_like(share)], -1)
